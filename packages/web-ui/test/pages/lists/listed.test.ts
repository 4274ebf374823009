import { expect, test } from "vitest";
import { filesWithLists, LISTS } from "./listed.ts";

test("each file of the page with a list is walked by a test", () => {
  const walked = new Set(LISTS.map(({ file }) => file));
  expect([...walked].toSorted()).toEqual(filesWithLists());
});
