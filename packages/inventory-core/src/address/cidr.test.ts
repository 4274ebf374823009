import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, valueOf } from "./address-key.ts";
import { cidrContains, cidrKey, cidrOf, cidrsOverlap, containsKey, coveringCidrKeys, parseCidr, parseNeedle, rangeToCidrs, subdivide } from "./cidr.ts";
import { percentUsed, reservedKeys, toWireCount, usableHosts } from "./host-count.ts";
import { parseAddress } from "./ip-address.ts";

const SEED = 20_260_103;
const BITS = { 4: 32, 6: 128 } as const;
const keyOfText = (text: string): string => parseAddress(text)?.key ?? "";

const networks = fc
  .constantFrom(4 as const, 6 as const)
  .chain((family) => fc.tuple(fc.constant(family), fc.bigInt({ min: 0n, max: 2n ** BigInt(BITS[family]) - 1n }), fc.integer({ min: 0, max: BITS[family] })));

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
          coveringCidrKeys(keyOf(family, value))[length] === cidrKey(cidr)
        );
      }),
      { numRuns: 20_000, seed: SEED },
    );
  });

  it("contain and overlap as their ranges do, for 10,000 pairs", () => {
    fc.assert(
      fc.property(networks, fc.integer({ min: 0, max: 128 }), fc.bigInt({ min: -300n, max: 300n }), ([family, value, length], other, step) => {
        const near = value + step;
        if (near < 0n || near >= 2n ** BigInt(BITS[family]) || other > BITS[family]) return true;
        const a = cidrOf(keyOf(family, value), length);
        const b = cidrOf(keyOf(family, near), other);
        const inside = valueOf(a.first) <= valueOf(b.first) && valueOf(b.last) <= valueOf(a.last);
        const apart = valueOf(a.last) < valueOf(b.first) || valueOf(b.last) < valueOf(a.first);
        return cidrContains(a, b) === inside && cidrsOverlap(a, b) === !apart && containsKey(a, b.first) === (valueOf(a.first) <= valueOf(b.first) && valueOf(b.first) <= valueOf(a.last));
      }),
      { numRuns: 10_000, seed: SEED },
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
          if (next?.prefixLength === cidr.prefixLength && cidr.prefixLength > 0 && cidrOf(cidr.first, cidr.prefixLength - 1).last === next.last) return false;
        }
        return at === end + 1n;
      }),
      { numRuns: 3_000, seed: SEED },
    );
  });

  it("says which host bits are set, for 10,000 networks", () => {
    fc.assert(
      fc.property(networks, ([family, value, length]) => {
        const text = `${parseAddressText(family, value)}/${length}`;
        const cidr = cidrOf(keyOf(family, value), length);
        if (family === 6 && value >> 32n === 0xffffn) return true;
        const parsed = parseCidr(text);
        return cidr.first === keyOf(family, value) ? parsed.ok : !parsed.ok && parsed.problem === "host-bits" && parsed.network === cidr.text;
      }),
      { numRuns: 10_000, seed: SEED },
    );
  });
});

function parseAddressText(family: 4 | 6, value: bigint): string {
  const digits = value.toString(16).padStart(BITS[family] / 4, "0");
  return family === 4 ? (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join(".") : (digits.match(/..../g) ?? []).join(":");
}

describe("spellings of networks", () => {
  it.each(["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/8 ", "10.0.0.0/8/8", "/8", "x/8", "010.0.0.0/8", "::/129", "fe80::%1/64", "10.0.0.0/-1", "10.0.0.0/1e1"])("refuses %s", (text) =>
    expect(parseCidr(text)).toEqual({ ok: false, problem: "syntax" }),
  );

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
    ["::fffe:0:0/95", "::fffe:0:0/95"],
  ])("writes %s as %s", (text, canonical) => {
    const parsed = parseCidr(text);
    expect(parsed.ok && parsed.cidr.text).toBe(canonical);
  });

  it("looks in networks with host bits and in single addresses", () => {
    expect(parseNeedle("10.0.0.9/24")).toEqual({ lo: "40a000000", hi: "40a0000ff" });
    expect(parseNeedle("10.0.0.9")).toEqual({ lo: "40a000009", hi: "40a000009" });
    expect(parseNeedle("10.0.0")).toBeNull();
  });
});

describe("counts", () => {
  const cidr = (text: string) => {
    const parsed = parseCidr(text);
    if (!parsed.ok) throw new Error(text);
    return parsed.cidr;
  };

  it.each([
    ["0.0.0.0/0", 2n ** 32n - 2n, 2],
    ["10.0.0.0/30", 2n, 2],
    ["10.0.0.0/31", 2n, 0],
    ["10.0.0.0/32", 1n, 0],
    ["::/0", 2n ** 128n, 0],
    ["2001:db8::/127", 2n, 0],
    ["2001:db8::/128", 1n, 0],
  ])("of %s", (text, hosts, reserved) => {
    expect(usableHosts(cidr(text))).toBe(hosts);
    expect(reservedKeys(cidr(text))).toHaveLength(reserved);
  });

  it("go over the wire exactly", () => {
    expect(toWireCount(2n ** 53n - 1n)).toBe(9_007_199_254_740_991);
    expect(toWireCount(2n ** 53n)).toBe("9007199254740992");
  });

  it("round percents to two decimals, exactly at any size", () => {
    expect([percentUsed(0n, 0n), percentUsed(1n, 3n), percentUsed(2n, 3n), percentUsed(5n, 3n)]).toEqual([0, 33.33, 66.67, 100]);
    expect(percentUsed(1n, 254n)).toBe(0.39);
    expect(percentUsed(2n ** 127n, 2n ** 128n)).toBe(50);
    expect(percentUsed(125n, 1_000_00n)).toBe(0.13);
    expect(percentUsed(2n ** 128n - 1n, 2n ** 128n)).toBe(100);
  });

  it("divide a range into blocks, with the part of each that lies in it", () => {
    const blocks = [...subdivide(keyOfText("10.0.0.250"), keyOfText("10.0.2.3"), 24)];
    expect(blocks.map(({ cidr: block, lo, hi }) => [block.text, lo, hi])).toEqual([
      ["10.0.0.0/24", keyOfText("10.0.0.250"), keyOfText("10.0.0.255")],
      ["10.0.1.0/24", keyOfText("10.0.1.0"), keyOfText("10.0.1.255")],
      ["10.0.2.0/24", keyOfText("10.0.2.0"), keyOfText("10.0.2.3")],
    ]);
    const top = keyOf(6, 2n ** 128n - 1n);
    expect([...subdivide(keyOf(6, 0n), top, 1)].map(({ cidr: block }) => block.text)).toEqual(["::/1", "8000::/1"]);
  });
});
