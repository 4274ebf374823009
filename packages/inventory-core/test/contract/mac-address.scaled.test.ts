import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANONICAL_MAC48, macNeedle, parseMac } from "../../src/contract/mac-address.ts";
import { atDepth } from "../../../../testing/depth.ts";

const SEED = 20_261_125;

const octets = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 }),
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 8, maxLength: 8 }),
);

const canonicalOf = (values: readonly number[]): string => values.map((value) => value.toString(16).padStart(2, "0")).join(":");

/** Digits in groups of a size. */
const grouped = (digits: string, size: number, separator: string): string =>
  (digits.match(new RegExp(`.{${size}}`, "g")) ?? []).join(separator);

/** Every spelling that is taken. */
function spellingsOf(values: readonly number[]): readonly string[] {
  const canonical = canonicalOf(values);
  const digits = canonical.replaceAll(":", "");
  return [
    digits,
    ...[":", "-", "."].flatMap((separator) => [
      canonical.replaceAll(":", separator),
      values.map((value) => value.toString(16)).join(separator),
      grouped(digits, 4, separator),
      ...(values.length === 6 ? [grouped(digits, 6, separator)] : []),
    ]),
  ];
}

describe("a hardware address", () => {
  it("is the same in every spelling, and its canonical form is one of them", () => {
    fc.assert(
      fc.property(octets, (values) => {
        const canonical = canonicalOf(values);
        for (const spelling of spellingsOf(values)) {
          for (const text of [spelling, spelling.toUpperCase(), `  ${spelling}\t`])
            expect(parseMac(text)).toEqual({ ok: true, text: canonical });
        }
        expect(CANONICAL_MAC48.test(canonical)).toBe(values.length === 6);
      }),
      { seed: SEED, numRuns: atDepth({ few: 200, many: 2000 }) },
    );
  });

  it("of whatever text is canonical, or says what is wrong", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("0", "7", "a", "f", "F", ":", "-", ".", " ", "g", "\u0000", "\ud800"), maxLength: 30 }),
    );
    const isRight = (given: string): boolean => {
      const parsed = parseMac(given);
      if (!parsed.ok) return parsed.problem !== "" && parsed.problem.isWellFormed();
      const again = parseMac(parsed.text);
      return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}((:[0-9a-f]{2}){2})?$/.test(parsed.text) && again.ok && again.text === parsed.text;
    };
    fc.assert(fc.property(text, isRight), { seed: SEED, numRuns: atDepth({ few: 2000, many: 20_000 }) });
  });

  it("is named by each beginning of three octets and more, and by a shorter one with a separator", () => {
    fc.assert(
      fc.property(octets, fc.integer({ min: 3, max: 16 }), (values, length) => {
        const canonical = canonicalOf(values);
        const digits = canonical.replaceAll(":", "").slice(0, Math.max(6, length));
        for (const text of [canonical.slice(0, length), canonical.slice(0, length).replaceAll(":", "-").toUpperCase(), digits]) {
          const range = macNeedle(text);
          if (range === null) throw new Error(`${text} names nothing`);
          // A beginning that is an address of its own is that one.
          expect(parseMac(text).ok ? range.lo === range.hi : range.lo <= canonical && canonical <= range.hi).toBe(true);
        }
      }),
      { seed: SEED },
    );
    expect(macNeedle("db:")).toEqual({ lo: "db", hi: "dbg" });
    for (const word of ["cafe", "de", "10", "10.0.0.1", "2001:db8::1", "fe80:", "node-7", "", "ab-node"])
      expect(macNeedle(word)).toBeNull();
  });
});
