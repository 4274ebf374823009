import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coveringCidrKeys } from "../../src/address/cidr.ts";
import { cidrKeysOf, type CoveringSubnet, coveringSubnets, foldSubnets } from "../../src/address/covering-subnets.ts";
import { keyOfText } from "../../src/address/ip-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_261_130;
/** Addresses that share many or few of their first bits. */
const nearKeys = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((number) => `4${number.toString(16).padStart(8, "0")}`),
  fc.integer({ min: 0, max: 4096 }).map((number) => `40a${number.toString(16).padStart(6, "0")}`),
  fc.integer({ min: 0, max: 4096 }).map((number) => `6fd00${number.toString(16).padStart(28, "0")}`),
);

function keysUp(subnet: CoveringSubnet | undefined): string[] {
  const keys: string[] = [];
  for (let at = subnet; at !== undefined; at = at.within) keys.unshift(at.cidrKey);
  return keys;
}

describe(`subnets around addresses (seed ${SEED})`, () => {
  it("contain each address, and are computed once", () => {
    const lengths = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 128 })), { nil: undefined });
    fc.assert(
      fc.property(fc.array(nearKeys, { maxLength: 40 }), lengths, (keys, some) => {
        const given = some === undefined ? undefined : new Set(some);
        const covering = coveringSubnets(keys, given);
        expect([...covering.keys()].toSorted()).toEqual([...new Set(keys)].toSorted());
        for (const [key, smallest] of covering) expect(keysUp(smallest)).toEqual(coveringCidrKeys(key, given));
        const all = keys.flatMap((key) => coveringCidrKeys(key, given));
        expect(cidrKeysOf(covering).toSorted()).toEqual([...new Set(all)].toSorted());
      }),
      { seed: SEED, numRuns: atDepth({ few: 60, many: 1000 }) },
    );
  });

  it("are folded once", () => {
    const keys = Array.from({ length: 1000 }, (_, index) => keyOfText(`fd00::${(index + 1).toString(16)}`));
    const asked: string[] = [];
    const lists = foldSubnets(
      coveringSubnets(keys, new Set(Array.from({ length: 110 }, (_, index) => index + 9))),
      [] as string[],
      (list, key) => {
        asked.push(key);
        return [...list, key];
      },
    );
    expect(asked).toHaveLength(110);
    expect(lists.get(keys[0] as string)).toHaveLength(110);
    expect(new Set(lists.values()).size).toBe(1);
  });
});
