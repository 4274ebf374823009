import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownDocuments } from "../../src/fields/own-documents.ts";
import { ANY_CHARACTER } from "../../../../testing/any-character.ts";

const NAMES = ["a", "b", "c", "constructor", "fields", "x_1"];

const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: ANY_CHARACTER }),
  fc.constantFrom('"', "\\", '\\"', '","b":1}', ',"fields":{"a":1}', "}"),
);

const fields = fc
  .subarray(NAMES)
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), value))))
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

const complete = (names: readonly string[], text: string): string =>
  ownDocuments("device").of(names.length === 0 ? null : names.join(","))(text);

describe("a document", () => {
  it("has the fields that are defined when it is read, in their order, and is otherwise as it is stored", () => {
    const record = fc.record({ id: fc.string(), note: value, fields, created_at: fc.string(), updated_at: value });
    fc.assert(
      fc.property(record, fc.shuffledSubarray(NAMES), fc.constantFrom("}", ',"$version":12}'), (stored, names, end) => {
        const { id, note, fields: own, ...rest } = stored;
        const text = JSON.stringify({ id, note, fields: own, ...rest }).slice(0, -1) + end;
        const shown = names.map((name) => [name, Object.hasOwn(own, name) ? own[name] : null]);
        const expected = JSON.stringify({ id, note, fields: Object.fromEntries(shown), ...rest }).slice(0, -1) + end;
        expect(complete(names, text)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("that is damaged is given as it is", () => {
    for (const text of ["", "oops", "{}", '{"id":"x","fields":{"a', '{"id":"x","fields":{"a":"x', '{"id":"x","fields":{"q":tru}}'])
      expect(complete(["a"], text)).toBe(text);
  });
});
