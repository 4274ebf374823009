import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Family, distance, familyOf, keyOf, nextKey, previousKey, valueOf } from "../../src/address/address-key.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_101;
const TOP = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const;

/** Values next to every power of two, where carries and the ends of the space are. */
function edgesOf(family: Family): bigint[] {
  const edges = new Set<bigint>();
  for (let bit = 0n; bit <= (family === 4 ? 32n : 128n); bit += 1n) for (const step of [-1n, 0n, 1n]) edges.add(2n ** bit + step);
  return [...edges, 0n].filter((value) => value <= TOP[family]);
}

const valuesOf = (family: Family) =>
  fc.tuple(fc.constant(family), fc.oneof(fc.bigInt({ min: 0n, max: TOP[family] }), fc.constantFrom(...edgesOf(family))));
const addresses = fc.oneof(valuesOf(4), valuesOf(6));

describe(`keys (seed ${SEED})`, () => {
  it("sort as plain strings in the order of the numbers, IPv4 first, for 20,000 addresses of both families", () => {
    const drawn = fc.sample(addresses, { numRuns: atDepth({ few: 2000, many: 20_000 }), seed: SEED });
    const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
    const byNumber = drawn.toSorted((a, b) => a[0] - b[0] || order(a[1], b[1])).map(([family, value]) => keyOf(family, value));
    const keys = drawn.map(([family, value]) => keyOf(family, value));
    expect(keys.toSorted()).toEqual(byNumber);
    // A database with binary collation compares bytes.
    expect(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(byNumber);
  });

  it.each([4, 6] as const)("step and measure at every carry of IPv%i", (family) => {
    for (const value of edgesOf(family)) {
      const key = keyOf(family, value);
      expect([familyOf(key), valueOf(key)]).toEqual([family, value]);
      expect(nextKey(key)).toBe(value === TOP[family] ? null : keyOf(family, value + 1n));
      expect(previousKey(key)).toBe(value === 0n ? null : keyOf(family, value - 1n));
      expect(distance(keyOf(family, 0n), key)).toBe(value + 1n);
      expect(distance(key, keyOf(family, TOP[family]))).toBe(TOP[family] - value + 1n);
    }
  });

  it("have the shape that is stored", () => {
    expect(keyOf(4, 0x0a000001n)).toBe("40a000001");
    expect(keyOf(6, 1n)).toBe("600000000000000000000000000000001");
    expect(keyOf(6, TOP[6])).toBe(`6${"f".repeat(32)}`);
  });

  it("end with their family", () => {
    expect(nextKey("4ffffffff")).toBeNull();
    expect(previousKey("400000000")).toBeNull();
    expect(nextKey(`6${"f".repeat(32)}`)).toBeNull();
    expect(previousKey(`6${"0".repeat(32)}`)).toBeNull();
    expect(distance("400000000", "4ffffffff")).toBe(2n ** 32n);
    expect(distance(`6${"0".repeat(32)}`, `6${"f".repeat(32)}`)).toBe(2n ** 128n);
  });
});
