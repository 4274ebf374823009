import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, valueOf } from "../../src/address/address-key.ts";
import {
  cidrContains,
  cidrKey,
  cidrOf,
  cidrsOverlap,
  containsKey,
  coveringCidrKeys,
  parseCidr,
  parseNeedle,
  rangeToCidrs,
} from "../../src/address/cidr.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_103;
const BITS = { 4: 32, 6: 128 } as const;

const networks = fc
  .constantFrom(4 as const, 6 as const)
  .chain((family) =>
    fc.tuple(fc.constant(family), fc.bigInt({ min: 0n, max: 2n ** BigInt(BITS[family]) - 1n }), fc.integer({ min: 0, max: BITS[family] })),
  );

describe("networks against plain arithmetic", () => {
  it("masks, bounds, names and finds them, for 20,000 networks", () => {
    fc.assert(
      fc.property(networks, ([family, value, length]) => {
        const cidr = cidrOf(keyOf(family, value), length);
        const size = 2n ** BigInt(BITS[family] - length);
        const first = (value / size) * size;
        const parsed = parseCidr(cidr.text);
        // A network of IPv4-mapped addresses is the IPv4 network.
        const mapped = family === 6 && length >= 96 && first >> 32n === 0xffffn;
        return (
          valueOf(cidr.first) === first &&
          valueOf(cidr.last) === first + size - 1n &&
          (mapped || (parsed.ok && cidrKey(parsed.cidr) === cidrKey(cidr))) &&
          coveringCidrKeys(keyOf(family, value))[length] === `${keyOf(family, first)}/${String(length).padStart(3, "0")}`
        );
      }),
      { numRuns: atDepth({ few: 2000, many: 20_000 }), seed: SEED },
    );
  });

  it("contain and overlap as their ranges do, for 10,000 pairs", () => {
    fc.assert(
      fc.property(
        networks,
        fc.integer({ min: 0, max: 128 }),
        fc.bigInt({ min: -300n, max: 300n }),
        ([family, value, length], other, step) => {
          const near = value + step;
          if (near < 0n || near >= 2n ** BigInt(BITS[family]) || other > BITS[family]) return true;
          const a = cidrOf(keyOf(family, value), length);
          const b = cidrOf(keyOf(family, near), other);
          const inside = valueOf(a.first) <= valueOf(b.first) && valueOf(b.last) <= valueOf(a.last);
          const apart = valueOf(a.last) < valueOf(b.first) || valueOf(b.last) < valueOf(a.first);
          return (
            cidrContains(a, b) === inside &&
            cidrsOverlap(a, b) === !apart &&
            containsKey(a, b.first) === (valueOf(a.first) <= valueOf(b.first) && valueOf(b.first) <= valueOf(a.last))
          );
        },
      ),
      { numRuns: atDepth({ few: 1000, many: 10_000 }), seed: SEED },
    );
  });

  it("cover a range exactly, with no two that could be one, for 3,000 ranges", () => {
    fc.assert(
      fc.property(networks, fc.bigInt({ min: 0n, max: 2n ** 40n }), ([family, value], size) => {
        const top = 2n ** BigInt(BITS[family]) - 1n;
        const end = value + size > top ? top : value + size;
        const cover = rangeToCidrs(keyOf(family, value), keyOf(family, end));
        let at = value;
        for (const [index, cidr] of cover.entries()) {
          if (valueOf(cidr.first) !== at) return false;
          at = valueOf(cidr.last) + 1n;
          const next = cover[index + 1];
          if (
            next?.prefixLength === cidr.prefixLength &&
            cidr.prefixLength > 0 &&
            cidrOf(cidr.first, cidr.prefixLength - 1).last === next.last
          )
            return false;
        }
        return at === end + 1n;
      }),
      { numRuns: atDepth({ few: 300, many: 3_000 }), seed: SEED },
    );
  });

  it("says which host bits are set, for 10,000 networks", () => {
    fc.assert(
      fc.property(networks, ([family, value, length]) => {
        const text = `${parseAddressText(family, value)}/${length}`;
        const cidr = cidrOf(keyOf(family, value), length);
        if (family === 6 && value >> 32n === 0xffffn) return true;
        const parsed = parseCidr(text);
        return cidr.first === keyOf(family, value)
          ? parsed.ok
          : !parsed.ok && parsed.problem === "host-bits" && parsed.network === cidr.text;
      }),
      { numRuns: atDepth({ few: 1000, many: 10_000 }), seed: SEED },
    );
  });
});

function parseAddressText(family: 4 | 6, value: bigint): string {
  const digits = value.toString(16).padStart(BITS[family] / 4, "0");
  return family === 4
    ? (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join(".")
    : (digits.match(/..../g) ?? []).join(":");
}

describe("spellings of networks", () => {
  it.each([
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/08",
    "10.0.0.0/+8",
    "10.0.0.0/8 ",
    "10.0.0.0/8/8",
    "/8",
    "x/8",
    "010.0.0.0/8",
    "::/129",
    "fe80::%1/64",
    "10.0.0.0/-1",
    "10.0.0.0/1e1",
  ])("refuses %s", (text) => expect(parseCidr(text)).toEqual({ ok: false, problem: "syntax" }));

  it("tells a missing prefix length from nonsense", () => {
    expect(parseCidr("10.0.0.0")).toEqual({ ok: false, problem: "missing-prefix-length" });
    expect(parseCidr("nonsense")).toEqual({ ok: false, problem: "syntax" });
  });

  it.each([
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::/0", "::/0"],
    ["255.255.255.255/32", "255.255.255.255/32"],
    ["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"],
    ["2001:DB8:0::/48", "2001:db8::/48"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
    ["::ffff:0:0/96", "0.0.0.0/0"],
    ["::ffff:10.0.0.1/128", "10.0.0.1/32"],
    ["::fffe:0:0/95", "::fffe:0:0/95"],
  ])("writes %s as %s", (text, canonical) => {
    const parsed = parseCidr(text);
    expect(parsed.ok && parsed.cidr.text).toBe(canonical);
  });

  it.each([
    ["10.0.0.5/24", "10.0.0.0/24"],
    ["10.0.0.1/0", "0.0.0.0/0"],
    ["255.255.255.255/31", "255.255.255.254/31"],
    ["2001:db8::1/127", "2001:db8::/127"],
    ["::1/0", "::/0"],
    ["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/65", "ffff:ffff:ffff:ffff:8000::/65"],
    ["::ffff:10.0.0.5/120", "10.0.0.0/24"],
    ["::ffff:10.0.0.0/95", "::fffe:0:0/95"],
  ])("takes %s for %s with host bits", (text, network) => expect(parseCidr(text)).toEqual({ ok: false, problem: "host-bits", network }));

  it("has no network of a length outside the family", () => {
    for (const [key, length] of [
      ["400000000", 33],
      ["400000000", -1],
      [`6${"0".repeat(32)}`, 129],
      ["400000000", 1.5],
      ["400000000", Number.NaN],
    ] as const) {
      expect(() => cidrOf(key, length)).toThrow(RangeError);
    }
  });

  it("lists every network around an address, shortest prefix first", () => {
    const four = coveringCidrKeys("4ffffffff");
    expect([four.length, four[0], four[31], four[32]]).toEqual([33, "400000000/000", "4fffffffe/031", "4ffffffff/032"]);
    const six = coveringCidrKeys(`6${"f".repeat(32)}`);
    expect([six.length, six[0], six[128]]).toEqual([129, `6${"0".repeat(32)}/000`, `6${"f".repeat(32)}/128`]);
    expect(four.toSorted()).toEqual(four);
  });

  it("looks in networks with host bits and in single addresses", () => {
    expect(parseNeedle("10.0.0.9/24")).toEqual({ lo: "40a000000", hi: "40a0000ff" });
    expect(parseNeedle("10.0.0.9")).toEqual({ lo: "40a000009", hi: "40a000009" });
    expect(parseNeedle("::ffff:10.0.0.9/120")).toEqual({ lo: "40a000000", hi: "40a0000ff" });
    expect(parseNeedle("::1/0")).toEqual({ lo: `6${"0".repeat(32)}`, hi: `6${"f".repeat(32)}` });
    for (const text of ["10.0.0", "10.0.0.9/", "10.0.0.9/33", "10.0.0.9/024", "/24", "", "web-01"]) expect(parseNeedle(text)).toBeNull();
  });
});
