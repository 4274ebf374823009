import type * as NewId from "./new-id.ts";
import { validate, version } from "uuid";
import { expect, it } from "vitest";

it("makes ids of version 7 that are all different, and sort by the time of their making", async () => {
  // A module of its own: another file of this process may have set the clock forward, and ids never go back.
  const { newId } = (await import(new URL("new-id.ts?fresh", import.meta.url).href)) as typeof NewId;
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
