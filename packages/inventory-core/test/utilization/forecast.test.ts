import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastOf } from "../../src/utilization/forecast.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-25T12:00:00.000Z");

/** A point so many days ago. */
const point = (daysAgo: number, used: number | string, total: number | string = 254) => ({
  at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  total,
  used,
});
type Point = ReturnType<typeof point>;
const forecast = (points: readonly Point[]) => forecastOf(points, points.at(-1) as Point);

test("a straight line gives its slope exactly, and is full where it ends", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 3650 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 89 })),
      (perDay, days, start, daysLeft, missing) => {
        const used = (daysAgo: number): number => start + (days - daysAgo) * perDay;
        const total = used(0) + daysLeft * perDay;
        const points = Array.from({ length: days + 1 }, (_, index) => days - index)
          .filter((daysAgo) => daysAgo === days || daysAgo === 0 || !missing.includes(daysAgo))
          .map((daysAgo) => point(daysAgo, used(daysAgo), total));
        expect(forecast(points)).toEqual({ per_day: perDay, full_at: new Date(NOW + daysLeft * DAY_MS).toISOString() });
      },
    ),
  );
});

test("what falls or stays has none, and what rises on the whole has one, whatever the points in between", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 80 }), (used) => {
      const rising = used.toSorted((a, b) => a - b);
      const points = (values: readonly number[]): Point[] => values.map((value, index) => point(values.length - 1 - index, value));
      expect(forecast(points(rising.toReversed()))).toBeNull();
      expect((forecast(points(rising))?.per_day ?? 0) > 0).toBe(rising[0] !== rising.at(-1));
    }),
  );
});

test("what jumps about the line is levelled out", () => {
  // Least squares of (−4, 0), (−3, 4), (−2, 2), (−1, 6), (0, 4) by hand: Σdx·dy = 10, Σdx² = 10.
  expect(forecast([point(4, 0), point(3, 4), point(2, 2), point(1, 6), point(0, 4, 14)])).toEqual({
    per_day: 1,
    full_at: new Date(NOW + 10 * DAY_MS).toISOString(),
  });
});

test("is none of less than a day, and takes nothing from before 90 days", () => {
  expect(forecast([point(0, 9)])).toBeNull();
  expect(forecast([point(0.99, 1), point(0, 9)])).toBeNull();
  expect(forecast([point(1, 1), point(0, 9)])).toMatchObject({ per_day: 8 });
  expect(forecast([point(91, 0), point(0, 9)])).toBeNull();
  expect(forecast([point(91, 200), point(90, 0), point(0, 90)])).toMatchObject({ per_day: 1 });
});

test("a full one is full now, and one that will not be within ten years has no day", () => {
  expect(forecast([point(1, 200), point(0, 254)])).toEqual({ per_day: 54, full_at: new Date(NOW).toISOString() });
  // More is used than there is since it was made smaller.
  expect(forecast([point(1, 200), point(0, 254, 100)])).toMatchObject({ full_at: new Date(NOW).toISOString() });
  expect(forecast([point(1, 0, "18446744073709551616"), point(0, 1000, "18446744073709551616")])).toEqual({ per_day: 1000, full_at: null });
});

test("loses nothing of counts that no number holds", () => {
  const [used, total] = [2n ** 70n, 2n ** 70n + 300n];
  expect(forecast([point(1, String(used - 30n), String(total)), point(0, String(used), String(total))])).toEqual({
    per_day: 30,
    full_at: new Date(NOW + 10 * DAY_MS).toISOString(),
  });
});
