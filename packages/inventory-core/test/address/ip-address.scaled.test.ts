import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { distance, familyOf, keyOf, nextKey, previousKey, valueOf } from "../../src/address/address-key.ts";
import { parseAddress, textOf } from "../../src/address/ip-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_102;
const TOP = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const;

/** Values of a family, with the ends of the space and the carries at bits 32, 64 and 96 drawn often. */
const valueOfFamily = (family: 4 | 6) => {
  const edges = [0n, TOP[family], ...(family === 4 ? [1n << 31n, 1n << 16n] : [1n << 32n, 1n << 64n, 1n << 96n, 0xffffn << 32n])];
  const near = edges
    .flatMap((edge) => [-2n, -1n, 0n, 1n, 2n].map((step) => edge + step))
    .filter((value) => value >= 0n && value <= TOP[family]);
  return fc.oneof({ weight: 4, arbitrary: fc.bigInt({ min: 0n, max: TOP[family] }) }, { weight: 1, arbitrary: fc.constantFrom(...near) });
};

/** The value of an address by another library's bytes. */
function oracleValue(text: string): bigint {
  return ipaddr
    .parse(text)
    .toByteArray()
    .reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

describe("addresses against another library and plain arithmetic", () => {
  it("reads what it writes, in canonical text, for 60,000 addresses", () => {
    for (const family of [4, 6] as const) {
      fc.assert(
        fc.property(valueOfFamily(family), (value) => {
          const key = keyOf(family, value);
          const text = textOf(key);
          if (oracleValue(text) !== value) return false;
          // RFC 5952 as another library writes it. Mapped addresses are ours to fold.
          const mapped = family === 6 && value >> 32n === 0xffffn;
          if (family === 6 && !mapped && text !== (ipaddr.parse(text) as ipaddr.IPv6).toRFC5952String()) return false;
          const parsed = parseAddress(text);
          return mapped
            ? parsed?.family === 4 && valueOf(parsed.key) === (value & 0xffffffffn)
            : parsed?.key === key && parsed.text === text;
        }),
        { numRuns: atDepth({ few: 3000, many: 30_000 }), seed: SEED },
      );
    }
  });

  it("reads any spelling of an IPv6 address alike, for 20,000 addresses", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        if (isIP(text) !== 6) return parseAddress(text) === null;
        // Through the URL parser first: the other library takes ::10.0.0.1 for a mapped address.
        const value = oracleValue(new URL(`http://[${text}]/`).hostname.slice(1, -1));
        const expected = value >> 32n === 0xffffn ? keyOf(4, value & 0xffffffffn) : keyOf(6, value);
        return parseAddress(text)?.key === expected && parseAddress(text.toUpperCase())?.key === expected;
      }),
      { numRuns: atDepth({ few: 2000, many: 20_000 }), seed: SEED },
    );
  });

  it("accepts exactly what net.isIP accepts without a zone, for 40,000 texts", () => {
    const characters = fc.constantFrom(...Array.from("0123456789abcdefABCDEF:.%/ x-"));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: characters, maxLength: 24 }), fc.ipV4(), fc.ipV4Extended(), fc.string()), (text) => {
        return (parseAddress(text) !== null) === (isIP(text) !== 0 && !text.includes("%"));
      }),
      { numRuns: atDepth({ few: 4000, many: 40_000 }), seed: SEED },
    );
  });

  it("steps, measures and sorts like numbers, for 40,000 pairs", () => {
    for (const family of [4, 6] as const) {
      fc.assert(
        fc.property(valueOfFamily(family), valueOfFamily(family), (a, b) => {
          const key = keyOf(family, a);
          const other = keyOf(family, b);
          return (
            nextKey(key) === (a === TOP[family] ? null : keyOf(family, a + 1n)) &&
            previousKey(key) === (a === 0n ? null : keyOf(family, a - 1n)) &&
            key < other === a < b &&
            (a > b || distance(key, other) === b - a + 1n) &&
            familyOf(key) === family
          );
        }),
        { numRuns: atDepth({ few: 2000, many: 20_000 }), seed: SEED },
      );
    }
    expect(keyOf(4, TOP[4]) < keyOf(6, 0n)).toBe(true);
  });
});

describe("odd spellings", () => {
  it.each([
    "010.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "1.2.3.4 ",
    " 1.2.3.4",
    "256.1.1.1",
    "1.2.3.4.5",
    "10.0.0.1/24",
    "",
    ".",
    ":",
    ":::",
    "1::2::3",
    "12345::",
    "::1/64",
    "fe80::1%eth0",
    "::ffff:256.0.0.1",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::g",
  ])("refuses %s", (text) => expect(parseAddress(text)).toBeNull());

  it.each([
    ["2001:0db8:0000:0000:0001:0000:0000:0001", "2001:db8::1:0:0:1"],
    ["2001:DB8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["::", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["1:0:0:0:0:0:0:0", "1::"],
    ["::ffff:10.0.0.1", "10.0.0.1"],
    ["::FFFF:a00:1", "10.0.0.1"],
    ["::10.0.0.1", "::a00:1"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["255.255.255.255", "255.255.255.255"],
  ])("writes %s as %s", (text, canonical) => expect(parseAddress(text)?.text).toBe(canonical));
});
