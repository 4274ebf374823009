import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, type Family } from "../../src/address/address-key.ts";
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

const SEED = 20_260_104;
const SIZE = 48;

/** Windows of 48 addresses at places where carries and ends are. */
const WINDOWS: readonly { readonly family: Family; readonly base: bigint }[] = [
  { family: 4, base: 0n },
  { family: 4, base: 2n ** 32n - BigInt(SIZE) },
  { family: 4, base: 2n ** 24n - 20n },
  { family: 6, base: 0n },
  { family: 6, base: 2n ** 128n - BigInt(SIZE) },
  { family: 6, base: 2n ** 64n - 20n },
  { family: 6, base: 2n ** 32n - 20n },
];

const subset = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }), { maxLength: SIZE });
const cases = fc.tuple(fc.constantFrom(...WINDOWS), subset, subset);

type Window = (typeof WINDOWS)[number];
const keyAt = ({ family, base }: Window, index: number): string => keyOf(family, base + BigInt(index));

/** Runs of a set of small numbers, by walking it. */
function oracleRuns(window: Window, set: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (let index = 0; index < SIZE; index += 1) {
    if (!set.has(index) || set.has(index - 1)) continue;
    let end = index;
    while (set.has(end + 1)) end += 1;
    runs.push({ lo: keyAt(window, index), hi: keyAt(window, end) });
  }
  return runs;
}

describe("runs against sets of numbers", () => {
  it("agree in 40,000 generated operations", () => {
    fc.assert(
      fc.property(cases, ([window, a, b]) => {
        const left = runsOfKeys(a.map((index) => keyAt(window, index)));
        const right = runsOfKeys(b.map((index) => keyAt(window, index)));
        expect(left).toEqual(oracleRuns(window, new Set(a)));
        expect(unionRuns(left, right)).toEqual(oracleRuns(window, new Set([...a, ...b])));
        expect(subtractRuns(left, right)).toEqual(oracleRuns(window, new Set(a.filter((index) => !b.includes(index)))));
        expect(intersectRuns(left, right)).toEqual(oracleRuns(window, new Set(a.filter((index) => b.includes(index)))));
        const all = { lo: keyAt(window, 0), hi: keyAt(window, SIZE - 1) };
        const missing = Array.from({ length: SIZE }, (_, index) => index).filter((index) => !a.includes(index));
        expect(complementRuns(left, all)).toEqual(oracleRuns(window, new Set(missing)));
        expect(normalizeRuns([...right, ...left].toReversed())).toEqual(unionRuns(left, right));
        expect(countKeys(left)).toBe(BigInt(a.length));
        expect(left.flatMap((run) => [...keysOf(run)])).toEqual(a.toSorted((x, y) => x - y).map((index) => keyAt(window, index)));
        expect(firstFree(left, all)).toBe(missing[0] === undefined ? null : keyAt(window, missing[0]));
        expect(takeFree(left, all, 5)).toEqual(missing.slice(0, 5).map((index) => keyAt(window, index)));
        for (let index = 0; index < SIZE; index += 1) {
          const run = runContaining(left, keyAt(window, index));
          if ((run !== null) !== a.includes(index)) return false;
        }
        return true;
      }),
      { numRuns: atDepth({ few: 400, many: 4_000 }), seed: SEED },
    );
  });

  it("never join the end of one family with the start of the other", () => {
    const keys = [keyOf(4, 2n ** 32n - 1n), keyOf(6, 0n)];
    expect(runsOfKeys(keys)).toEqual(keys.map((key) => ({ lo: key, hi: key })));
  });

  it("cut a whole family in two", () => {
    const all = { lo: keyOf(6, 0n), hi: keyOf(6, 2n ** 128n - 1n) };
    const middle = keyOf(6, 2n ** 64n);
    expect(subtractRuns([all], [{ lo: middle, hi: middle }])).toEqual([
      { lo: all.lo, hi: keyOf(6, 2n ** 64n - 1n) },
      { lo: keyOf(6, 2n ** 64n + 1n), hi: all.hi },
    ]);
    expect(subtractRuns([all], [all])).toEqual([]);
  });
});
