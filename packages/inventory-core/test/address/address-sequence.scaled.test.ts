import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, nextKey } from "../../src/address/address-key.ts";
import { textsFrom } from "../../src/address/address-sequence.ts";
import { textOf } from "../../src/address/ip-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

/** Addresses near the places where a step carries, or where zero groups are compressed. */
const starts = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value) => keyOf(4, value)),
  fc
    .tuple(fc.array(fc.constantFrom(0n, 1n, 0xffffn, 0x20n), { minLength: 7, maxLength: 7 }), fc.constantFrom(0n, 1n, 0xfff0n, 0xffffn))
    .map(([groups, last]) =>
      keyOf(
        6,
        [...groups, last].reduce<bigint>((value, group) => (value << 16n) | group, 0n),
      ),
    ),
);

describe("texts of consecutive addresses", () => {
  it("are those of each address by itself", () => {
    fc.assert(
      fc.property(starts, (start) => {
        const texts = textsFrom(start);
        for (let key: string | null = start, count = 0; count < 300; count += 1) {
          expect(texts.next().value).toBe(key === null ? undefined : textOf(key));
          key = key === null ? null : nextKey(key);
        }
      }),
      { numRuns: atDepth({ few: 30, many: 300 }), seed: 20_261_121 },
    );
  });

  it("end with the space", () => {
    expect([...textsFrom(keyOf(4, 2n ** 32n - 2n))]).toEqual(["255.255.255.254", "255.255.255.255"]);
    expect([...textsFrom(keyOf(6, 2n ** 128n - 1n))]).toEqual(["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]);
  });
});
