import { expect, test } from "vitest";
import { countText, forecastText } from "../page/charts/utilization-texts.ts";

test("a forecast says how fast a network grows, and when it will be full", () => {
  const date = new Date("2027-03-01T12:00:00.000Z").toLocaleDateString();
  expect(forecastText({ per_day: 2.04, full_at: "2027-03-01T12:00:00.000Z" })).toBe(
    `Grows by ${(2).toLocaleString()} addresses a day: full on ${date} if it goes on like this.`,
  );
  expect(forecastText({ per_day: 0.25, full_at: null })).toBe(
    `Grows by ${(0.25).toLocaleString()} addresses a day: not full within ten years if it goes on like this.`,
  );
  expect(forecastText({ per_day: 1, full_at: null })).toContain("1 address a day");
  expect(forecastText(null)).toBe("Not growing.");
});

test("a count is exact at any size", () => {
  expect(countText("18446744073709551616").replaceAll(/\D/g, "")).toBe("18446744073709551616");
  expect(countText(254)).toBe("254");
});
