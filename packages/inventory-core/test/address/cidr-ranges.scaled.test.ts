import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Family, keyOf, valueOf } from "../../src/address/address-key.ts";
import {
  type Cidr,
  cidrContains,
  cidrKey,
  cidrOf,
  cidrsOverlap,
  containsKey,
  containsRange,
  parseCidr,
  rangeToCidrs,
  subdivide,
} from "../../src/address/cidr.ts";
import { parseAddress } from "../../src/address/ip-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_107;
const BITS = { 4: 32, 6: 128 } as const;
const TOP = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const;
const keyOfText = (text: string): string => parseAddress(text)?.key ?? "";

function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.cidr;
}

/** Ranges of at most 600 addresses, at the ends of the space and across carries, and ranges of any size. */
function rangesOf(family: Family) {
  const bases =
    family === 4 ? [0n, TOP[4] - 600n, 2n ** 24n - 300n] : [0n, TOP[6] - 600n, 2n ** 64n - 300n, 2n ** 32n - 300n, 2n ** 96n - 300n];
  const step = fc.bigInt({ min: 0n, max: 600n });
  const near = fc.tuple(fc.constantFrom(...bases), step, step).map(([base, a, b]) => [base + a, base + b] as const);
  const any = fc.bigInt({ min: 0n, max: TOP[family] });
  return fc.oneof(near, fc.tuple(any, any)).map(([a, b]) => ({ family, lo: a < b ? a : b, hi: a < b ? b : a }));
}
const ranges = fc.oneof(rangesOf(4), rangesOf(6));

/** The fewest networks of a range, top down: a network that sticks out is halved. */
function halve(family: Family, lo: bigint, hi: bigint, first = 0n, length = 0): string[] {
  const last = first + 2n ** BigInt(BITS[family] - length) - 1n;
  if (last < lo || first > hi) return [];
  if (lo <= first && last <= hi) return [`${keyOf(family, first)}/${String(length).padStart(3, "0")}`];
  return [...halve(family, lo, hi, first, length + 1), ...halve(family, lo, hi, (first + last + 1n) / 2n, length + 1)];
}

describe(`networks of a range (seed ${SEED})`, () => {
  it("are the fewest, as halving the whole space finds them, for 600 ranges", () => {
    fc.assert(
      fc.property(ranges, ({ family, lo, hi }) => {
        expect(rangeToCidrs(keyOf(family, lo), keyOf(family, hi)).map(cidrKey).join(" ")).toBe(halve(family, lo, hi).join(" "));
      }),
      { numRuns: atDepth({ few: 60, many: 600 }), seed: SEED },
    );
  });

  it.each<[string, string, string[]]>([
    ["10.0.0.1", "10.0.0.4", ["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/32"]],
    ["0.0.0.0", "255.255.255.255", ["0.0.0.0/0"]],
    ["255.255.255.255", "255.255.255.255", ["255.255.255.255/32"]],
    ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ["::/0"]],
    ["::ffff:ffff:ffff:ffff", "0:0:0:1::", ["::ffff:ffff:ffff:ffff/128", "0:0:0:1::/128"]],
    ["10.0.0.2", "10.0.0.1", []],
  ])("%s to %s", (lo, hi, expected) => expect(rangeToCidrs(keyOfText(lo), keyOfText(hi)).map(({ text }) => text)).toEqual(expected));

  it("stay at most two a bit in the worst case", () => {
    expect(rangeToCidrs(keyOf(6, 1n), keyOf(6, TOP[6] - 1n))).toHaveLength(254);
    expect(rangeToCidrs(keyOf(4, 1n), keyOf(4, TOP[4] - 1n))).toHaveLength(62);
  });
});

describe(`blocks of a range (seed ${SEED})`, () => {
  it("tile the range without gap or overlap, for 3,000 ranges", () => {
    fc.assert(
      fc.property(ranges, fc.nat({ max: 10 }), ({ family, lo, hi }, finer) => {
        // At most 2^10 blocks and a rest at both ends.
        const span = (hi - lo).toString(2).length;
        const length = Math.min(BITS[family], Math.max(0, BITS[family] - span + finer - 4));
        const size = 2n ** BigInt(BITS[family] - length);
        let at = lo;
        for (const block of subdivide(keyOf(family, lo), keyOf(family, hi), length)) {
          const first = at - (at % size);
          const end = first + size - 1n < hi ? first + size - 1n : hi;
          if (valueOf(block.cidr.first) !== first || block.cidr.prefixLength !== length) return false;
          if (valueOf(block.lo) !== at || valueOf(block.hi) !== end) return false;
          at = end + 1n;
        }
        return at === hi + 1n;
      }),
      { numRuns: atDepth({ few: 300, many: 3_000 }), seed: SEED },
    );
  });

  it("clip the first and the last block", () => {
    const blocks = [...subdivide(keyOfText("10.0.0.250"), keyOfText("10.0.2.3"), 24)];
    expect(blocks.map(({ cidr: block, lo, hi }) => [block.text, lo, hi])).toEqual([
      ["10.0.0.0/24", keyOfText("10.0.0.250"), keyOfText("10.0.0.255")],
      ["10.0.1.0/24", keyOfText("10.0.1.0"), keyOfText("10.0.1.255")],
      ["10.0.2.0/24", keyOfText("10.0.2.0"), keyOfText("10.0.2.3")],
    ]);
  });

  it("end with the space, and come one at a time", () => {
    const [bottom, top] = [keyOf(6, 0n), keyOf(6, TOP[6])];
    expect([...subdivide(bottom, top, 1)].map(({ cidr: block }) => block.text)).toEqual(["::/1", "8000::/1"]);
    expect([...subdivide(bottom, top, 0)].map(({ cidr: block }) => block.text)).toEqual(["::/0"]);
    for (const { cidr: block } of subdivide(bottom, top, 128)) {
      expect(block.text).toBe("::/128");
      break;
    }
    expect([...subdivide(top, bottom, 8)]).toEqual([]);
  });
});

describe("what lies in what", () => {
  it("is what numbers say, for 10,000 pairs of near networks", () => {
    const near = fc
      .tuple(fc.constantFrom<Family>(4, 6), fc.bigInt({ min: 0n, max: 31n }), fc.integer({ min: 0, max: 5 }))
      .map(([family, below, wider]) => ({ family, value: TOP[family] - below, length: BITS[family] - wider }));
    fc.assert(
      fc.property(near, near, (a, b) => {
        const [outer, inner] = [cidrOf(keyOf(a.family, a.value), a.length), cidrOf(keyOf(b.family, b.value), b.length)];
        const set = ({ family, value, length }: typeof a): string[] => {
          const size = 2n ** BigInt(BITS[family] - length);
          return Array.from({ length: Number(size) }, (_, index) => `${family} ${value - (value % size) + BigInt(index)}`);
        };
        const [outerSet, innerSet] = [new Set(set(a)), set(b)];
        const contains = innerSet.every((address) => outerSet.has(address));
        return (
          cidrContains(outer, inner) === contains &&
          containsRange(outer, inner.first, inner.last) === contains &&
          cidrsOverlap(outer, inner) === innerSet.some((address) => outerSet.has(address)) &&
          containsKey(outer, keyOf(b.family, b.value)) === outerSet.has(`${b.family} ${b.value}`)
        );
      }),
      { numRuns: atDepth({ few: 1000, many: 10_000 }), seed: SEED },
    );
  });

  it("never crosses families", () => {
    expect(cidrContains(cidr("::/0"), cidr("10.0.0.0/8"))).toBe(false);
    expect(cidrContains(cidr("0.0.0.0/0"), cidr("::/128"))).toBe(false);
    expect(cidrsOverlap(cidr("0.0.0.0/0"), cidr("::/0"))).toBe(false);
  });

  it("is a matter of both ends for a range", () => {
    const net = cidr("10.0.0.0/24");
    expect(containsRange(net, keyOfText("10.0.0.0"), keyOfText("10.0.0.255"))).toBe(true);
    expect(containsRange(net, keyOfText("9.255.255.255"), keyOfText("10.0.0.9"))).toBe(false);
    expect(containsRange(net, keyOfText("10.0.0.9"), keyOfText("10.0.1.0"))).toBe(false);
  });
});
