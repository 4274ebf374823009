import { expect, it } from "vitest";
import { OwnCounters } from "../../src/limits/own-counters.ts";

it("counts of one process end with their window, and begin anew", async () => {
  const counters = new OwnCounters();
  expect(await counters.look("a", 0)).toBeUndefined();
  expect(await counters.take("a", 100, 0)).toEqual({ client: "a", endsAt: 100, points: 1 });
  expect(await counters.take("a", 100, 99)).toEqual({ client: "a", endsAt: 100, points: 2 });
  expect([await counters.look("a", 99), await counters.look("a", 100)]).toEqual([{ client: "a", endsAt: 100, points: 2 }, undefined]);
  expect(await counters.take("a", 100, 100)).toEqual({ client: "a", endsAt: 200, points: 1 });
  expect(await counters.take("b", 100, 100)).toMatchObject({ points: 1 });
  const added = [{ client: "c", endsAt: 5, points: 1 }];
  expect(await counters.exchange(added)).toBe(added);
});
