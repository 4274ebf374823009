import { expect, test } from "vitest";
import { weighedSlices } from "./in-slices.ts";

const slicesOf = async (weights: readonly number[], goesWith?: (one: number, first: number) => boolean) =>
  await Array.fromAsync(weighedSlices(weights, { count: 3, weight: 10, weightOf: (one) => one, ...(goesWith && { goesWith }) }));

test("slices end at their number of values, at their weight, and before a value that does not go with the first", async () => {
  expect(await slicesOf([])).toEqual([]);
  expect(await slicesOf([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]]);
  expect(await slicesOf([4, 6, 1, 25, 25, 10, 0, 1])).toEqual([[4, 6], [1], [25], [25], [10, 0], [1]]);
  expect(await slicesOf([1, 3, 2, 1], (one, first) => one % 2 === first % 2)).toEqual([[1, 3], [2], [1]]);
});
