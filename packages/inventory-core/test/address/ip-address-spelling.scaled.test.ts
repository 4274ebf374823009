import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../src/address/address-key.ts";
import { parseAddress, textOf } from "../../src/address/ip-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_260_105;

/** How to write eight groups: digits kept per group, case, where to compress, dotted tail. */
const spelling = fc.record({
  groups: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0, 0, 1, 0xffff, 0xa00) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
    ),
    { minLength: 8, maxLength: 8 },
  ),
  mapped: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
  padding: fc.integer({ min: 1, max: 4 }),
  upper: fc.boolean(),
  dotted: fc.boolean(),
  compress: fc.nat({ max: 9 }),
});
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

const groupsOf = ({ groups, mapped }: Spelling): number[] => (mapped ? [0, 0, 0, 0, 0, 0xffff, ...groups.slice(6)] : groups);

/** Writes an IPv6 address in one of its many forms: any zero run compressed or none, padded, in capitals, with a dotted tail. */
function write(form: Spelling): string {
  const groups = groupsOf(form);
  const hex = (group: number): string => group.toString(16).padStart(form.padding, "0");
  const [high = 0, low = 0] = groups.slice(6);
  const parts = form.dotted ? [...groups.slice(0, 6).map(hex), [high >> 8, high & 255, low >> 8, low & 255].join(".")] : groups.map(hex);
  let end = form.compress;
  while (end < (form.dotted ? 6 : 8) && groups[end] === 0) end += 1;
  const text = end > form.compress ? `${parts.slice(0, form.compress).join(":")}::${parts.slice(end).join(":")}` : parts.join(":");
  return form.upper ? text.toUpperCase() : text;
}

/** RFC 5952 by regular expressions: the longest run of zero groups, the first of equals, never one group. */
function canonical(groups: readonly number[]): string {
  const text = groups.map((group) => group.toString(16)).join(":");
  for (let length = 8; length >= 2; length -= 1) {
    const found = new RegExp(`(^|:)0(:0){${length - 1}}(:|$)`).exec(text);
    if (found !== null) return `${text.slice(0, found.index)}::${text.slice(found.index + found[0].length)}`;
  }
  return text;
}

describe(`spellings of one address (seed ${SEED})`, () => {
  it("have one key and one text", () => {
    let forms = 0;
    fc.assert(
      fc.property(spelling, (form) => {
        const text = write(form);
        // A :: for a single group before a dotted tail is not in every grammar; net.isIP decides.
        if (isIP(text) !== 6) return parseAddress(text) === null;
        forms += 1;
        const groups = groupsOf(form);
        const value = groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n);
        const mapped = value >> 32n === 0xffffn;
        const parsed = parseAddress(text);
        if (parsed === null || textOf(parsed.key) !== parsed.text) return false;
        if (mapped)
          return parsed.family === 4 && parsed.key === keyOf(4, value & 0xffff_ffffn) && parsed.text === ipaddr.process(text).toString();
        // The other library takes ::10.0.0.1 for a mapped address, so that it reads the hex form.
        const other = ipaddr.IPv6.parse(groups.map((group) => group.toString(16)).join(":")).toRFC5952String();
        return parsed.family === 6 && parsed.key === keyOf(6, value) && parsed.text === canonical(groups) && parsed.text === other;
      }),
      { numRuns: atDepth({ few: 3000, many: 30_000 }), seed: SEED },
    );
    expect(forms).toBeGreaterThan(atDepth({ few: 2500, many: 25_000 }));
  });

  it("are accepted exactly as net.isIP does when one or two characters are changed", () => {
    const valid = fc.oneof(spelling.map(write), fc.ipV4());
    const odd = fc.constantFrom("G", ":", "::", ".", "%", "%1", "/8", " ", "\n", "\0", "-", "+", "x", "é", "\ud800", "０");
    const insert = fc.oneof({ weight: 2, arbitrary: fc.constantFrom("", "0", "1", "9", "f", "A") }, { weight: 1, arbitrary: odd });
    const change = fc.record({ at: fc.nat({ max: 99 }), remove: fc.nat({ max: 1 }), insert });
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(valid, fc.array(change, { minLength: 1, maxLength: 2 }), (original, changes) => {
        let text = original;
        for (const { at: percent, remove, insert: added } of changes) {
          const at = Math.round((percent / 99) * text.length);
          text = text.slice(0, at) + added + text.slice(at + remove);
        }
        const expected = isIP(text) !== 0 && !text.includes("%");
        if (expected) accepted += 1;
        else refused += 1;
        const parsed = parseAddress(text);
        // What is accepted must read back as itself.
        return expected ? parsed !== null && parseAddress(parsed.text)?.key === parsed.key : parsed === null;
      }),
      { numRuns: atDepth({ few: 4000, many: 40_000 }), seed: SEED },
    );
    // Neither answer may be rare, or the test says little.
    expect(Math.min(accepted, refused)).toBeGreaterThan(atDepth({ few: 500, many: 5_000 }));
  });
});

describe("texts that other libraries read differently", () => {
  // Strictly (docs/spec/addresses.md#strict-parsing): octal, hex, short and long forms, spaces, overflow, zones, prefixes.
  it.each([
    "0x7f.1",
    "0177.0.0.1",
    "10.0.0.256",
    "10.0.0",
    "10.0.0.",
    ".10.0.0.1",
    "10..0.1",
    "1.2.3.4\n",
    "1.2.3.4\0",
    "1.2.3.4\t",
    "1.2.3.-4",
    "1.2.3.+4",
    "1.2.3.4e0",
    "00.0.0.0",
    "1.2.3.00",
    "１.2.3.4",
    "fe80::1%",
    "fe80::1%1",
    "::ffff:10.0.0.1%lo",
    "[::1]",
    "::ffff:010.0.0.1",
    "::ffff:10.0.1",
    "1:2:3:4:5:6:7:1.2.3.4",
    "::1.2.3.4:5",
    "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8",
    ":1::",
    "1:::2",
    "::00001",
    "::-1",
    "::0x1",
    "\ud800",
    "null",
  ])("refuses %j", (text) => expect(parseAddress(text)).toBeNull());

  // RFC 5952 §1 and §4, RFC 4291 §2.2.
  it.each([
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8::0:1", "2001:db8::1"],
    ["2001:db8:0:0:0::1", "2001:db8::1"],
    ["2001:0DB8::0001", "2001:db8::1"],
    ["2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:db8::0:0:2:1", "2001:db8::2:1"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
    ["2001:db8:aaaa:bbbb:cccc:dddd:eeee:AAAA", "2001:db8:aaaa:bbbb:cccc:dddd:eeee:aaaa"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
    ["0:0:1:0:0:0:0:0", "0:0:1::"],
    ["0:0:0:1:1:0:0:0", "::1:1:0:0:0"],
    ["FF01:0:0:0:0:0:0:101", "ff01::101"],
    ["0:0:0:0:0:FFFF:129.144.52.38", "129.144.52.38"],
    ["::ffff:0:0", "0.0.0.0"],
    ["::ffff:255.255.255.255", "255.255.255.255"],
    ["::fffe:ffff:ffff", "::fffe:ffff:ffff"],
    ["::1:0:0:0", "::1:0:0:0"],
    ["::ffff:0:10.0.0.1", "::ffff:0:a00:1"],
    ["::127.0.0.1", "::7f00:1"],
  ])("writes %s as %s", (text, canonicalText) => expect(parseAddress(text)?.text).toBe(canonicalText));
});
