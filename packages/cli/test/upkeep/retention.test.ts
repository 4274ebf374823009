import { describe, expect, it } from "vitest";
import { keptTimes, type Retention } from "../../src/upkeep/backup/retention.ts";

/** Two backups a day, at 03:17 and 15:17, for 800 days up to Sunday, 22 November 2026. */
const LAST = Date.UTC(2026, 10, 22, 15, 17);
const TIMES = Array.from({ length: 1600 }, (_, n) => new Date(LAST - n * 43_200_000));

const kept = (retention: Retention, times: readonly Date[] = TIMES): string[] =>
  [...keptTimes(times, retention)]
    .map((time) => time.toISOString().slice(0, 13))
    .toSorted()
    .toReversed();

describe("which backups stay", () => {
  it("the newest ones", () => {
    expect(kept({ last: 3 })).toEqual(["2026-11-22T15", "2026-11-22T03", "2026-11-21T15"]);
    expect(kept({ last: 5000 })).toHaveLength(1600);
    expect(kept({})).toEqual([]);
  });

  it("the newest of each day, each week from Monday, each month", () => {
    expect(kept({ daily: 3 })).toEqual(["2026-11-22T15", "2026-11-21T15", "2026-11-20T15"]);
    expect(kept({ weekly: 3 })).toEqual(["2026-11-22T15", "2026-11-15T15", "2026-11-08T15"]);
    expect(kept({ monthly: 3 })).toEqual(["2026-11-22T15", "2026-10-31T15", "2026-09-30T15"]);
    expect(kept({ weekly: 55 }).at(-1)).toBe("2025-11-09T15");
  });

  it("what any of the rules keeps", () => {
    expect(kept({ last: 2, daily: 2, weekly: 2, monthly: 2 })).toEqual([
      "2026-11-22T15",
      "2026-11-22T03",
      "2026-11-21T15",
      "2026-11-15T15",
      "2026-10-31T15",
    ]);
  });

  it("days without a backup count for none, so that what was not made removes nothing", () => {
    const gaps = [LAST, LAST - 40 * 86_400_000, LAST - 41 * 86_400_000].map((time) => new Date(time));
    expect(kept({ daily: 3 }, gaps.toReversed())).toHaveLength(3);
  });
});
