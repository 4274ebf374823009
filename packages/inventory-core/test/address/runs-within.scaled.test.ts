import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AddressKey, type Family, keyOf } from "../../src/address/address-key.ts";
import {
  complementRuns,
  countKeys,
  firstFree,
  intersectRuns,
  keysOf,
  normalizeRuns,
  type Run,
  runContaining,
  runsOfKeys,
  subtractRuns,
  takeFree,
  unionRuns,
} from "../../src/address/runs.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_108;

/**
 * The addresses that lists draw from, in order: both ends of both families, and the carries at bits 32 and 64. Neighbours in
 * one part are adjacent addresses; between parts lies a gap, or the border of the families.
 */
const PARTS: readonly (readonly [Family, bigint, number])[] = [
  [4, 0n, 6],
  [4, 2n ** 32n - 6n, 6],
  [6, 0n, 6],
  [6, 2n ** 32n - 3n, 6],
  [6, 2n ** 64n - 3n, 6],
  [6, 2n ** 128n - 6n, 6],
];
const UNIVERSE = PARTS.flatMap(([family, base, size], part) =>
  Array.from({ length: size }, (_, index) => ({ part, key: keyOf(family, base + BigInt(index)) })),
);
const keyAt = (index: number): AddressKey => UNIVERSE[index]?.key ?? "";
const partAt = (index: number): number | undefined => UNIVERSE[index]?.part;

/** An interval inside one part, as indexes of the universe. */
const interval = fc
  .tuple(fc.nat({ max: PARTS.length - 1 }), fc.nat({ max: 5 }), fc.nat({ max: 5 }))
  .map(([part, a, b]) => ({ from: part * 6 + Math.min(a, b), to: part * 6 + Math.max(a, b) }));
type Interval = typeof interval extends fc.Arbitrary<infer T> ? T : never;
const intervals = fc.array(interval, { maxLength: 10 });

const runOf = ({ from, to }: Interval): Run => ({ lo: keyAt(from), hi: keyAt(to) });
const indexesOf = (list: readonly Interval[]): Set<number> =>
  new Set(list.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, step) => from + step)));

/** Runs of a set of indexes, by walking it; a part ends a run. */
function oracle(covered: (index: number) => boolean): Run[] {
  const runs: { lo: AddressKey; hi: AddressKey }[] = [];
  for (let index = 0; index < UNIVERSE.length; index += 1) {
    if (!covered(index)) continue;
    const last = runs.at(-1);
    if (last !== undefined && covered(index - 1) && partAt(index) === partAt(index - 1)) last.hi = keyAt(index);
    else runs.push({ lo: keyAt(index), hi: keyAt(index) });
  }
  return runs;
}

describe(`lists of both families, and parts of them (seed ${SEED})`, () => {
  it("agree with sets of numbers in 45,000 generated operations", () => {
    fc.assert(
      fc.property(
        intervals,
        intervals,
        interval,
        fc.nat({ max: 8 }),
        fc.nat({ max: UNIVERSE.length - 1 }),
        (first, second, window, count, probe) => {
          const [inA, inB] = [indexesOf(first), indexesOf(second)];
          const [a, b] = [normalizeRuns(first.map(runOf)), normalizeRuns(second.map(runOf))];
          expect(a).toEqual(oracle((index) => inA.has(index)));
          expect(unionRuns(a, b)).toEqual(oracle((index) => inA.has(index) || inB.has(index)));
          expect(subtractRuns(a, b)).toEqual(oracle((index) => inA.has(index) && !inB.has(index)));
          expect(intersectRuns(a, b)).toEqual(oracle((index) => inA.has(index) && inB.has(index)));

          const within = runOf(window);
          const free = [...indexesOf([window])].filter((index) => !inA.has(index)).map(keyAt);
          const gaps = complementRuns(a, within);
          expect(gaps).toEqual(runsOfKeys(free));
          expect(firstFree(a, within)).toBe(free[0] ?? null);
          expect(takeFree(a, within, count)).toEqual(free.slice(0, count));
          expect(countKeys(gaps)).toBe(BigInt(free.length));
          const holder = runContaining(a, keyAt(probe));
          expect(holder === null ? null : [...keysOf(holder)].includes(keyAt(probe))).toBe(inA.has(probe) ? true : null);
        },
      ),
      { numRuns: atDepth({ few: 500, many: 5_000 }), seed: SEED },
    );
  });

  it("leave their inputs as they were", () => {
    const a = normalizeRuns([{ lo: "400000001", hi: "400000003" }]);
    const b = normalizeRuns([{ lo: "400000004", hi: "400000009" }]);
    const before = structuredClone([a, b]);
    expect(unionRuns(a, b)).toEqual([{ lo: "400000001", hi: "400000009" }]);
    subtractRuns(a, b);
    expect([a, b]).toEqual(before);
  });
});

describe("runs of any size", () => {
  const everything = { lo: keyOf(6, 0n), hi: keyOf(6, 2n ** 128n - 1n) };

  it("count and hand out of 2^128 addresses without walking them", () => {
    expect(countKeys([{ lo: "400000000", hi: "4ffffffff" }, everything])).toBe(2n ** 32n + 2n ** 128n);
    expect(takeFree([], everything, 2)).toEqual([keyOf(6, 0n), keyOf(6, 1n)]);
    expect(takeFree([], everything, 0)).toEqual([]);
    expect(takeFree([everything], everything, 1)).toEqual([]);
    expect(firstFree([everything], everything)).toBeNull();
    expect(firstFree([{ lo: everything.lo, hi: keyOf(6, 2n ** 64n - 1n) }], everything)).toBe(keyOf(6, 2n ** 64n));
  });

  it("of nothing are nothing", () => {
    expect([normalizeRuns([]), runsOfKeys([]), unionRuns([], []), subtractRuns([], [everything]), intersectRuns([everything], [])]).toEqual(
      [[], [], [], [], []],
    );
    expect(complementRuns([], everything)).toEqual([everything]);
    expect(countKeys([])).toBe(0n);
    expect(runContaining([], everything.lo)).toBeNull();
  });

  it("merge 60,000 runs in one pass", () => {
    // Every second address, and the others: each operation touches every run. Counted reads, because time varies.
    let reads = 0;
    const counted = (offset: number): Run[] =>
      Array.from({ length: 30_000 }, (_, index) => {
        const key = keyOf(4, BigInt(index * 2 + offset));
        return {
          get lo() {
            reads += 1;
            return key;
          },
          hi: key,
        };
      });
    const readsOf = (work: () => void): number => {
      reads = 0;
      work();
      return reads;
    };
    const [even, odd] = [counted(0), counted(1)];
    const whole = { lo: keyOf(4, 0n), hi: keyOf(4, 59_999n) };
    expect(unionRuns(even, odd)).toEqual([whole]);
    expect(readsOf(() => unionRuns(even, odd))).toBeLessThan(600_000);
    expect(readsOf(() => subtractRuns(even, odd))).toBeLessThan(600_000);
    expect(readsOf(() => subtractRuns([whole], odd))).toBeLessThan(600_000);
    expect(readsOf(() => intersectRuns(even, odd))).toBeLessThan(600_000);
    expect(readsOf(() => runContaining(even, keyOf(4, 40_000n)))).toBeLessThan(40);
    expect(readsOf(() => firstFree(even, whole))).toBeLessThan(40);
    expect(readsOf(() => takeFree(even, whole, 3))).toBeLessThan(40);
  });
});
