import { expect, test } from "vitest";
import { sqliteTextSearch } from "./text-search.ts";

const queryOf = (needle: string): readonly unknown[] => {
  const { params, isExact } = sqliteTextSearch.steps?.matches("device", needle, { after: 0, through: 1, limit: 1 }) ?? { params: [] };
  return [params[0], isExact];
};

test.each([
  ["web-01", '"web-01"'],
  ['a "quoted" text', '"a ""quoted"" text"'],
  ["\u{1f600}\u{1f601}\u{1f602}", '"\u{1f600}\u{1f601}\u{1f602}"'],
])("the needle %s, which has each of its trigrams once, is one string of the index", (needle, match) => {
  expect(queryOf(needle)).toEqual([match, true]);
});

test.each([
  ["v".repeat(250), '"vvv"'],
  ["10.10.0.1", '"10.10" AND "10.0.1"'],
  [`${"ab".repeat(100)}c`, '"abab" AND "ababc"'],
])("a needle that has a trigram twice is looked for in parts that have each trigram once: %#", (needle, match) => {
  expect(queryOf(needle)).toEqual([match, false]);
});
