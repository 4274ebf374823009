import { expect, it } from "vitest";
import { shorten } from "../src/tools/shorten.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => 10 + index);

it("keeps the elements that fit, and says how many there were", () => {
  // Brackets, and three characters an element with its comma.
  const { value, cuts } = shorten({ list: numbers(50) }, 60);
  expect(value.list.length).toBeGreaterThan(10);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(60);
  expect(cuts).toEqual([{ path: "list", shown: value.list.length, of: 50 }]);
  expect(value.list).toEqual(numbers(value.list.length));
});

it("keeps one element, however large it is, and what is short", () => {
  expect(shorten({ list: ["x".repeat(200), "y"] }, 20).value).toEqual({ list: ["x".repeat(200)] });
  expect(shorten({ name: "z".repeat(100) }, 20)).toEqual({ value: { name: "z".repeat(100) }, cuts: [] });
  expect(shorten({ list: numbers(3) }, 1000)).toEqual({ value: { list: numbers(3) }, cuts: [] });
});
