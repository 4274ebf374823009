import { expect, it } from "vitest";
import { byInteger, byText, orNull, type PagedList, pageRequestOf } from "../../src/contract/operations/paging.ts";
import { partsOf } from "../../src/storage/paging/read-page.ts";

const id = byText("t.id");
const CRATES = {
  name: "crates",
  defaultOrder: "name",
  sortable: { name: [byText("t.name"), id], weight: [orNull(byInteger("t.weight")), id] },
} as const satisfies PagedList;
const PALLETS = { ...CRATES, name: "pallets" };

const cursorOf = (list: PagedList, sort: string | undefined, values: readonly (string | number | null)[]): string =>
  pageRequestOf(list, { sort }).page.cursorAfter(values);

const afterOf = (list: PagedList, sort: string | undefined, after: string) => pageRequestOf(list, { sort, after }).page.after;

it("a cursor holds the values of a record in the order of its list", () => {
  const after = cursorOf(CRATES, "-weight", [null, "c1"]);
  expect(after).toMatch(/^[\w-]+$/);
  expect(afterOf(CRATES, "-weight", after)).toEqual([null, "c1"]);
  const byName = cursorOf(CRATES, undefined, ["box", "c1"]);
  expect(afterOf(CRATES, "name", byName)).toEqual(["box", "c1"]);
});

it("a cursor of another list, order or shape is a problem of after", () => {
  const wrong: readonly (readonly [PagedList, string | undefined, string])[] = [
    [PALLETS, undefined, cursorOf(CRATES, undefined, ["box", "c1"])],
    [CRATES, "-name", cursorOf(CRATES, "name", ["box", "c1"])],
    [CRATES, "weight", cursorOf(CRATES, "name", ["box", "c1"])],
    [CRATES, "name", cursorOf(CRATES, "name", ["box"])],
    [CRATES, "name", cursorOf(CRATES, "name", [null, "c1"])],
    [CRATES, "name", cursorOf(CRATES, "name", ["b\u0000x", "c1"])],
    [CRATES, "name", cursorOf(CRATES, "name", ["b\ud800x", "c1"])],
    [CRATES, "weight", cursorOf(CRATES, "weight", [2 ** 31, "c1"])],
    [CRATES, "weight", cursorOf(CRATES, "weight", [1.5, "c1"])],
    [CRATES, undefined, "next"],
    [CRATES, undefined, Buffer.from("{}").toString("base64url")],
    [CRATES, undefined, "x".repeat(10_000)],
  ];
  for (const [list, sort, after] of wrong)
    expect(() => afterOf(list, sort, after), after).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        details: { after: { field: "after", message: "must be the cursor of a page of this list with the same sort" } },
      }),
    );
});

it("records without a value are a range before all others, and after them in descending order", () => {
  const columns = CRATES.sortable.weight;
  const ranges = (descending: boolean, after?: readonly (string | number | null)[]) =>
    partsOf({ columns, descending }, after).map(({ sql, params }) => [sql, ...params]);
  expect(ranges(false)).toEqual([["t.weight is null"], ["t.weight is not null"]]);
  expect(ranges(true)).toEqual([["t.weight is not null"], ["t.weight is null"]]);
  expect(ranges(false, [null, "c1"])).toEqual([["t.weight is null and (t.id) > (?)", "c1"], ["t.weight is not null"]]);
  expect(ranges(true, [null, "c1"])).toEqual([["t.weight is null and (t.id) < (?)", "c1"]]);
  expect(ranges(false, [7, "c1"])).toEqual([["t.weight is not null and (t.weight, t.id) > (?, ?)", 7, "c1"]]);
  expect(ranges(true, [7, "c1"])).toEqual([["t.weight is not null and (t.weight, t.id) < (?, ?)", 7, "c1"], ["t.weight is null"]]);
});
