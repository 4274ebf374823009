import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchTermsOf, searchTextOf } from "../../src/storage/search-text.ts";
import { ANY_CHARACTER } from "../../../../testing/any-character.ts";

const finds = (q: string, name: string, ...others: string[]): boolean => {
  const text = searchTextOf(name, others);
  return searchTermsOf(q).match.every((part) => text.includes(part));
};

describe("the search text of a record", () => {
  it("has substrings of three characters and more, in any case and composition", () => {
    expect(finds("B-0", "web-01")).toBe(true);
    expect(finds("éclair", "cafe\u0301-e\u0301clair")).toBe(true);
    expect(finds("CAFE\u0301", "le café")).toBe(true);
    expect(finds("01x", "web-01", "x")).toBe(false);
  });

  it("has one or two characters where a word begins, and symbols anywhere", () => {
    for (const q of ["w", "we", "0", "01", "e", "ex", ".e", "-0", "-", ".", "é", "é1"])
      expect([q, finds(q, "web-01", "a.example", "É1")]).toEqual([q, true]);
    for (const q of ["b", "eb", "1", "xa", "1-", "b-", "..", "_"]) expect([q, finds(q, "web-01", "a.example")]).toEqual([q, false]);
    expect(finds("x%", "x%", "y")).toBe(true);
    expect(finds("b%", "x", "ab%")).toBe(false);
    expect(finds("%%", "x", "a%%b")).toBe(true);
    expect(finds("\u{1F600}", "smile \u{1F600}")).toBe(true);
  });

  it("is found by any part of it that is long enough", () => {
    const texts = fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, fc.nat(30), fc.integer({ min: 3, max: 12 }), (name, other, from, length) => {
        const part = [...other.normalize("NFC")].slice(from, from + length).join("");
        // What combines with the part before it is no part of its own.
        fc.pre(
          [...part.trim()].length >= 3 &&
            !/\p{Cc}/u.test(part) &&
            other.normalize("NFC").toLowerCase().normalize("NFC").includes(part.trim().toLowerCase().normalize("NFC")),
        );
        expect(finds(part, name, other)).toBe(true);
      }),
    );
  });
});
