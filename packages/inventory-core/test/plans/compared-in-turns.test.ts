import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { compareEffects } from "../../src/plans/effects/compare-effects.ts";
import type { Effects } from "../../src/plans/effects/effects.ts";

it("effects of thousands of records are compared with turns for others", async () => {
  const record = (index: number, location: string) => ({
    type: "device",
    id: `d${index}`,
    name: `host ${index}`,
    action: "update" as const,
    before: { name: `host ${index}`, description: "x".repeat(500) },
    after: { name: `host ${index}`, location, description: "x".repeat(500) },
  });
  const indexes = Array.from({ length: 10_000 }, (_, index) => index);
  const effects: Effects = {
    records: indexes.map((index) => ({ shown: JSON.stringify(record(index, "there")), kept: "", group: 0 })),
    groups: [],
    opened: [],
    closed: [],
    digest: "now",
    marks: new Map(),
    types: ["device"],
    warnings: [],
  };
  const shown = { records: indexes.map((index) => record(index, "here")), conflicts_opened: [], conflicts_closed: [], warnings: [] };
  let turns = 0;
  let ended = false;
  const comparing = compareEffects(effects, async () => await Promise.resolve(shown), "then", {
    now: "2026-01-01T00:00:00.000Z",
    timesOf: () => undefined,
  }).finally(() => (ended = true));
  while (!ended) {
    await setImmediate();
    turns += 1;
  }
  // At least 20 ms of work, and a turn every millisecond.
  expect(turns).toBeGreaterThan(5);
  expect((await comparing).difference).toMatch(/host 0 \(affected differently\).* and 9997 more/);
});
