import { newId } from "@cadastre/inventory-core";
import { validate, version } from "uuid";
import { expect, it } from "vitest";

it("makes ids of version 7 that are all different, and sort by the time of their making", () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  const made = Number.parseInt((ids[0] as string).replaceAll("-", "").slice(0, 12), 16);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
  // What is random at the end of ids is drawn for each.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});
