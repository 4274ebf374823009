import fc from "fast-check";
import { expect, it } from "vitest";
import { changesText } from "../../src/audit/proof/changes-text.ts";
import { fieldChangesText } from "../../src/history/field-changes.ts";
import { jsonMembers } from "../../src/history/json-members.ts";
import { atDepth } from "../../../../testing/depth.ts";

const changesOf = (before: unknown, after: unknown): unknown => JSON.parse(fieldChangesText(changesText(before, after, "c"))) as unknown;

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);

it("reads the members of any object off its text, as parsing it would", () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue({ maxDepth: 3 })), (record) => {
      const members = jsonMembers(JSON.stringify(record));
      const parsed = [...members].map(([key, text]) => [key, JSON.parse(text) as unknown]);
      expect(parsed).toEqual(Object.entries(JSON.parse(JSON.stringify(record)) as object));
    }),
    { numRuns: atDepth({ few: 200, many: 2_000 }) },
  );
});

it("has none of what is no object", () => {
  for (const text of ["null", "{}", "[1,2]", '"a"', "7", "[]"]) expect(jsonMembers(text).size, text).toBe(0);
});

it("tells the fields that differ, those of one's own by their names", () => {
  const before = { id: "1", name: 'a "quoted\\" name', tags: ["a", "}"], fields: { owner: null, rack: 4 }, updated_at: "then" };
  const after = { ...before, name: "b", fields: { owner: "ada", rack: 4 }, updated_at: "now" };
  expect(changesOf(before, after)).toEqual({
    name: { before: 'a "quoted\\" name', after: "b" },
    "fields.owner": { before: null, after: "ada" },
  });
  expect(changesOf(before, before)).toEqual({});
});

it("tells all fields of what was made or deleted, and none that is null", () => {
  const record = { id: "1", name: "a", vlan_id: null, fields: { owner: "ada" }, created_at: "then" };
  expect(changesOf(null, record)).toEqual({ name: { before: null, after: "a" }, "fields.owner": { before: null, after: "ada" } });
  expect(changesOf(record, undefined)).toEqual({ name: { before: "a", after: null }, "fields.owner": { before: "ada", after: null } });
  expect(changesOf(null, null)).toEqual({});
});

it("tells the same of images of one shape, of others, and of a number that another begins with", () => {
  const before = { id: "1", vlan_id: 1, name: "a", tags: ["x"], last: 12 };
  expect(changesOf(before, { ...before, vlan_id: 12, last: 1 })).toEqual({
    vlan_id: { before: 1, after: 12 },
    last: { before: 12, after: 1 },
  });
  expect(changesOf(before, { ...before, mac: "" })).toEqual({ mac: { before: null, after: "" } });
  const { last: _, ...without } = before;
  expect(changesOf(before, without)).toEqual({ last: { before: 12, after: null } });
  const { id, name: is, vlan_id: vlan, tags, last } = before;
  expect(changesOf(before, { id, name: is, vlan_id: vlan, last: last + 1, tags })).toEqual({ last: { before: 12, after: 13 } });
});

it("tells of any two images of one shape what differs", () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const members = fc.uniqueArray(fc.tuple(name, value, fc.option(value)), { selector: ([key]) => key, minLength: 1 });
  fc.assert(
    fc.property(members, (some) => {
      const told = some.filter(([key]) => !["id", "created_at", "updated_at", "fields"].includes(key));
      const was = Object.fromEntries(told.map(([key, one]) => [key, one]));
      const is = Object.fromEntries(told.map(([key, one, other]) => [key, other ?? one]));
      const expected = told
        .map(([key]) => [key, { before: was[key], after: is[key] }] as const)
        .filter(([, { before, after }]) => JSON.stringify(before) !== JSON.stringify(after));
      expect(changesOf(was, is)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(expected))));
    }),
    { numRuns: atDepth({ few: 100, many: 1_000 }) },
  );
});

it("tells of any two records what comparing them field by field would", () => {
  const record = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(record, record, (before, after) => {
      const { id: _1, created_at: _2, updated_at: _3, fields: _4, ...was } = JSON.parse(JSON.stringify(before)) as Record<string, unknown>;
      const { id: _5, created_at: _6, updated_at: _7, fields: _8, ...is } = JSON.parse(JSON.stringify(after)) as Record<string, unknown>;
      const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
      const expected = names
        .map((key) => [key, { before: was[key] ?? null, after: is[key] ?? null }] as const)
        .filter(([, change]) => JSON.stringify(change.before) !== JSON.stringify(change.after));
      expect(changesOf(was, is)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: atDepth({ few: 100, many: 1_000 }) },
  );
});
