import { expect, it } from "vitest";
import { foldText } from "../../storage/search-text.ts";
import { rangesOfNames } from "./name-ranges.ts";

const isIn = (name: string, folded: string): boolean =>
  rangesOfNames(folded).some(({ from, below }) => name >= from && (below === null || name < below));

it("finds every character that is folded to one of ASCII", () => {
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const [first = ""] = foldText(character);
    if (first <= "\x7f" && !isIn(`${character}rest`, first)) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

it.each(["Web-01", "wEB-01 and more", "web-01"])("finds %s among names that begin with a text in any case", (name) => {
  for (const folded of ["w", "we", "web-0", "web-01"]) expect(isIn(name, folded)).toBe(true);
});

it("is in the order of names, in few pieces, and looks everywhere for what is not ASCII", () => {
  const ranges = rangesOfNames("kilowatts");
  expect(ranges.length).toBeLessThanOrEqual(16);
  expect(ranges.map(({ from }) => from)).toEqual(ranges.map(({ from }) => from).toSorted());
  for (const [at, range] of ranges.entries())
    expect(range.below ?? "").toSatisfy((below: string) => below <= (ranges[at + 1]?.from ?? below));
  expect(rangesOfNames("\u00e9t")).toEqual([{ from: "", below: null }]);
});
