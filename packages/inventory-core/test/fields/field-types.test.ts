import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FIELD_TYPES, keyOfValue, valueOfText, valueProblem } from "../../src/fields/field-types.ts";
import { ANY_CHARACTER } from "../../../../testing/any-character.ts";

const shape = (type: (typeof FIELD_TYPES)[number]) => ({ type, choices: type === "choice" ? ["gold", "5"] : [] });

describe("a text", () => {
  it.each([
    ["number", "5", 5],
    ["number", " -0.50 ", -0.5],
    ["number", "1e3", 1000],
    ["number", "+7", 7],
    ["number", "-0", 0],
    ["number", "0x10", undefined],
    ["number", "1e999", undefined],
    ["number", "5 apples", undefined],
    ["number", "", undefined],
    ["number", "Infinity", undefined],
    ["boolean", "TRUE", true],
    ["boolean", "false", false],
    ["boolean", "yes", undefined],
    ["date", " 2024-02-29 ", "2024-02-29"],
    ["date", "2023-02-29", undefined],
    ["date", "2024-13-01", undefined],
    ["date", "29.2.2024", undefined],
    ["date", "0000-01-01", "0000-01-01"],
    ["choice", "5", "5"],
    ["choice", "silver", undefined],
    ["url", "https://example.com/a?b#c", "https://example.com/a?b#c"],
    ["url", "HTTP://[2001:db8::1]:8080/", "HTTP://[2001:db8::1]:8080/"],
    ["url", "//example.com", undefined],
    ["url", "https://exa mple.com", undefined],
    ["url", "mailto:a@example.com", undefined],
    ["url", "https://user@example.com/", undefined],
    ["url", "https://user:secret@example.com/", undefined],
    ["url", "https://example.com/\u202egpj.exe", undefined],
    ["url", "https://example.com/\u001b[2J", undefined],
    ["text", " as it is ", " as it is "],
  ] as const)("stands for a value of a %s: %j", (type, text, value) => {
    expect(valueOfText(shape(type), text)).toBe(value);
  });

  it("that is written of a value stands for it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const value = number === 0 ? 0 : number;
        expect(valueOfText(shape("number"), String(value))).toBe(value);
        expect(valueProblem(shape("number"), value)).toBeUndefined();
      }),
    );
  });
});

describe("the key of a value", () => {
  it("is another one for another value, and short", () => {
    const texts = fc.oneof(fc.string(), fc.string({ minLength: 200, maxLength: 600, unit: ANY_CHARACTER }));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const key = keyOfValue(one);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(257);
        expect(key === keyOfValue(other)).toBe(one === other);
      }),
    );
    const long = "x".repeat(300);
    expect(keyOfValue(keyOfValue(long))).not.toBe(keyOfValue(long));
  });
});
