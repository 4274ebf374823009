import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Family, keyOf, valueOf } from "../../src/address/address-key.ts";
import { blocksOfRuns, joinBlocks, runOfBlock, siblingOf, siblingsOutside } from "../../src/address/blocks.ts";
import { firstBlocks, lowestBlocks, sparseBlocks } from "../../src/address/choose-blocks.ts";
import { type Block, firstOf } from "../../src/address/cidr.ts";
import { complementRuns, intersectRuns, normalizeRuns, type Run, subtractRuns, unionRuns } from "../../src/address/runs.ts";
import { atDepth } from "../../../../testing/depth.ts";

// Free prefixes against sets of numbers. CADASTRE_SEED and CADASTRE_CASES set which cases, and how many.

const SEED = Number(process.env["CADASTRE_SEED"] ?? 20_260_128);
const CASES = Number(process.env["CADASTRE_CASES"] ?? atDepth({ few: 300, many: 3000 }));
const BITS = { 4: 32, 6: 128 } as const;

/** Networks of up to 64 addresses at both ends of the space, and where a carry goes through many digits. */
const BASES: readonly { readonly family: Family; readonly end: bigint }[] = [
  { family: 4, end: 64n },
  { family: 4, end: 2n ** 32n },
  { family: 4, end: 2n ** 24n },
  { family: 6, end: 64n },
  { family: 6, end: 2n ** 128n },
  { family: 6, end: 2n ** 64n },
];

/** A network, how many of the last bits of its addresses are zero in all that lies in it, and what that is, in units of so many addresses. */
interface Tree {
  readonly family: Family;
  readonly base: bigint;
  /** Bits of an address within the network, in units. */
  readonly bits: number;
  /** Bits of a unit. */
  readonly unit: number;
  readonly children: readonly (readonly [at: number, bits: number])[];
  readonly ranges: readonly (readonly [lo: number, hi: number])[];
}

const trees: fc.Arbitrary<Tree> = fc
  .record({
    place: fc.constantFrom(...BASES),
    bits: fc.integer({ min: 0, max: 6 }),
    unit: fc.constantFrom(0, 0, 1, 4, 8, 20),
    children: fc.array(fc.tuple(fc.nat(63), fc.nat(5)), { maxLength: 8 }),
    ranges: fc.array(fc.tuple(fc.nat(63), fc.nat(63)), { maxLength: 5 }),
  })
  .map(({ place: { family, end }, bits, unit, children, ranges }) => {
    const size = 1n << BigInt(bits + unit);
    return {
      family,
      base: end < size ? 0n : end - size,
      bits,
      unit,
      children: children.map(([at, wide]) => {
        const length = Math.min(wide, bits);
        return [(at % (1 << bits)) & ~((1 << length) - 1), length] as const;
      }),
      ranges: ranges.map(([a, b]) => [Math.min(a % (1 << bits), b % (1 << bits)), Math.max(a % (1 << bits), b % (1 << bits))] as const),
    };
  });

const keyAt = ({ family, base, unit }: Tree, at: number): string => keyOf(family, base + (BigInt(at) << BigInt(unit)));
const lastAt = ({ family, base, unit }: Tree, at: number): string => keyOf(family, base + (BigInt(at + 1) << BigInt(unit)) - 1n);
const wholeOf = (tree: Tree): Block => ({ first: keyAt(tree, 0), prefixLength: BITS[tree.family] - tree.bits - tree.unit });

/** Units of a tree that are free, by striking out one after the other. */
function freeUnits(tree: Tree): Set<number> {
  const free = new Set(Array.from({ length: 1 << tree.bits }, (_, at) => at));
  for (const [at, bits] of tree.children) for (let one = at; one < at + (1 << bits); one += 1) free.delete(one);
  for (const [lo, hi] of tree.ranges) for (let one = lo; one <= hi; one += 1) free.delete(one);
  return free;
}

/** Blocks of units that are free as a whole while the ones around them are not, tried one by one. */
function oracleBlocks(tree: Tree, free: ReadonlySet<number>): Block[] {
  const isFree = (at: number, bits: number): boolean =>
    Array.from({ length: 1 << bits }, (_, one) => at + one).every((one) => free.has(one));
  const blocks: Block[] = [];
  for (let at = 0; at < 1 << tree.bits; at += 1) {
    for (let bits = 0; bits <= tree.bits; bits += 1) {
      if (at % (1 << bits) !== 0 || !isFree(at, bits)) break;
      const isLargest = bits === tree.bits || !isFree(at & ~((1 << (bits + 1)) - 1), bits + 1);
      if (isLargest) blocks.push({ first: keyAt(tree, at), prefixLength: BITS[tree.family] - bits - tree.unit });
    }
  }
  return blocks;
}

const runsIn = (tree: Tree): Run[] =>
  normalizeRuns([
    ...tree.children.map(([at, bits]) => ({ lo: keyAt(tree, at), hi: lastAt(tree, at + (1 << bits) - 1) })),
    ...tree.ranges.map(([lo, hi]) => ({ lo: keyAt(tree, lo), hi: lastAt(tree, hi) })),
  ]);

const freeRunsOf = (tree: Tree): Run[] => complementRuns(runsIn(tree), runOfBlock(wholeOf(tree)));

/** The units of a block. */
function unitsOf(tree: Tree, { first, prefixLength }: Block): number[] {
  const at = Number((valueOf(first) - tree.base) >> BigInt(tree.unit));
  return Array.from({ length: 1 << (BITS[tree.family] - prefixLength - tree.unit) }, (_, one) => at + one);
}

const byFirst = (a: Block, b: Block): number => (a.first < b.first ? -1 : 1);

/** One after the other, each looked for among all that is free then. */
function oracleChoice(tree: Tree, length: number, count: number, pick: (fits: Block[]) => string): Block[] {
  const free = freeUnits(tree);
  const chosen: Block[] = [];
  while (chosen.length < count) {
    const fits = oracleBlocks(tree, free).filter(({ prefixLength }) => prefixLength <= length);
    if (fits.length === 0) break;
    const block = { first: pick(fits), prefixLength: length };
    chosen.push(block);
    for (const unit of unitsOf(tree, block)) free.delete(unit);
  }
  return chosen;
}

const wishes = fc.tuple(trees, fc.nat(6), fc.integer({ min: 1, max: 12 }));
const lengthOf = (tree: Tree, shorter: number): number => BITS[tree.family] - tree.unit - Math.min(shorter, tree.bits);

describe(`free prefixes against sets of numbers, ${CASES} trees each`, () => {
  it("are the fewest aligned blocks", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(blocksOfRuns(freeRunsOf(tree))).toEqual(oracleBlocks(tree, freeUnits(tree)));
      }),
      { seed: SEED, numRuns: CASES },
    );
  });

  it("of a length come by address", () => {
    fc.assert(
      fc.property(wishes, ([tree, shorter, most]) => {
        const length = lengthOf(tree, shorter);
        const free = freeUnits(tree);
        const expected = Array.from({ length: 1 << tree.bits }, (_, at) => ({ first: keyAt(tree, at), prefixLength: length })).filter(
          (block) => firstOf(block.first, length) === block.first && unitsOf(tree, block).every((unit) => free.has(unit)),
        );
        expect(firstBlocks(blocksOfRuns(freeRunsOf(tree)), length, most)).toEqual(expected.slice(0, most));
      }),
      { seed: SEED + 1, numRuns: CASES },
    );
  });

  it("are chosen by best fit, one after the other", () => {
    fc.assert(
      fc.property(wishes, ([tree, shorter, count]) => {
        const length = lengthOf(tree, shorter);
        const expected = oracleChoice(tree, length, count, (fits) => {
          const smallest = Math.max(...fits.map(({ prefixLength }) => prefixLength));
          return (fits.filter(({ prefixLength }) => prefixLength === smallest).toSorted(byFirst)[0] as Block).first;
        });
        expect(lowestBlocks(blocksOfRuns(freeRunsOf(tree)), length, count)).toEqual(expected);
      }),
      { seed: SEED + 2, numRuns: CASES },
    );
  });

  it("are chosen sparsely, one after the other", () => {
    fc.assert(
      fc.property(wishes, ([tree, shorter, count]) => {
        const length = lengthOf(tree, shorter);
        const whole = wholeOf(tree);
        const expected = oracleChoice(tree, length, count, (fits) => {
          const largest = Math.min(...fits.map(({ prefixLength }) => prefixLength));
          const block = fits.filter(({ prefixLength }) => prefixLength === largest).toSorted(byFirst)[0] as Block;
          if (largest === whole.prefixLength || largest === length) return block.first;
          return keyOf(tree.family, valueOf(block.first) + (1n << BigInt(BITS[tree.family] - largest - 1)));
        });
        expect(sparseBlocks(blocksOfRuns(freeRunsOf(tree)), length, count, whole)).toEqual(expected);
      }),
      { seed: SEED + 3, numRuns: CASES },
    );
  });

  it("stay so when a stretch of them is replaced", () => {
    fc.assert(
      fc.property(trees, fc.array(fc.tuple(fc.nat(63), fc.nat(63), fc.boolean()), { maxLength: 6 }), (tree, changes) => {
        const free = freeUnits(tree);
        const whole = wholeOf(tree);
        let stored = blocksOfRuns(freeRunsOf(tree));
        for (const [a, b, frees] of changes) {
          const [low = 0, high = 0] = [a % (1 << tree.bits), b % (1 << tree.bits)].toSorted((one, other) => one - other);
          const stretch = { lo: keyAt(tree, low), hi: lastAt(tree, high) };
          for (let unit = low; unit <= high; unit += 1)
            if (frees) free.add(unit);
            else free.delete(unit);
          stored = replaced(stored, stretch, frees ? [stretch] : [], whole.prefixLength);
          expect(stored).toEqual(oracleBlocks(tree, free));
        }
      }),
      { seed: SEED + 4, numRuns: CASES },
    );
  });

  it("have siblings that are the other half", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(4 as const, 6 as const),
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        fc.integer(),
        (family, value, any) => {
          const prefixLength = 1 + (Math.abs(any) % BITS[family]);
          const bit = 1n << BigInt(BITS[family] - prefixLength);
          const first = (BigInt.asUintN(BITS[family], value) / bit) * bit;
          expect(siblingOf({ first: keyOf(family, first), prefixLength })).toEqual({ first: keyOf(family, first ^ bit), prefixLength });
        },
      ),
      { seed: SEED + 5, numRuns: CASES },
    );
  });
});

/** What the tables do with rows, done with an array. */
function replaced(stored: readonly Block[], stretch: Run, free: readonly Run[], shortest: number): Block[] {
  const meets = (block: Block): boolean => runOfBlock(block).lo <= stretch.hi && stretch.lo <= runOfBlock(block).hi;
  const old = normalizeRuns(stored.filter(meets).map(runOfBlock));
  const inside = blocksOfRuns(unionRuns(subtractRuns(old, [stretch]), intersectRuns(free, [stretch])));
  const known = {
    lo: [stretch.lo, ...old.map(({ lo }) => lo)].toSorted()[0] as string,
    hi: [stretch.hi, ...old.map(({ hi }) => hi)].toSorted().at(-1) as string,
  };
  const others = stored.filter((block) => !meets(block));
  const wanted = new Set(siblingsOutside(inside, known, shortest).map(({ first, prefixLength }) => `${first}/${prefixLength}`));
  const found = others.filter(({ first, prefixLength }) => wanted.has(`${first}/${prefixLength}`));
  return [...others.filter((block) => !found.includes(block)), ...joinBlocks([...inside, ...found], shortest)].toSorted(byFirst);
}
