import type { UtilizationHistory } from "@cadastre/client";
import { expect, test } from "vitest";
import { countText, forecastText } from "../page/charts/utilization-texts.ts";

test("a forecast says how fast a network grows, and when it will be full", () => {
  const date = new Date("2027-03-01T12:00:00.000Z").toLocaleDateString();
  expect(forecastText({ points: [], forecast: { per_day: 2.04, full_at: "2027-03-01T12:00:00.000Z" } })).toBe(
    `Grows by ${(2).toLocaleString()} addresses a day: full on ${date} if it goes on like this.`,
  );
  expect(forecastText({ points: [], forecast: { per_day: 0.25, full_at: null } })).toBe(
    `Grows by ${(0.25).toLocaleString()} addresses a day: not full within ten years if it goes on like this.`,
  );
  expect(forecastText({ points: [], forecast: { per_day: 1, full_at: null } })).toContain("1 address a day");
});

test("without a forecast, a network with less than a day of history is not said to stay as it is", () => {
  const history = (...times: readonly string[]) => ({
    forecast: null,
    points: times.map((at) => ({ at }) as UtilizationHistory["points"][number]),
  });
  for (const known of [history(), history("2027-03-01T12:00:00.000Z"), history("2027-03-01T12:00:00.000Z", "2027-03-01T12:11:00.000Z")])
    expect(forecastText(known)).toBe("Too little history for a forecast: it needs a day.");
  expect(forecastText(history("2027-03-01T12:00:00.000Z", "2027-03-02T12:00:00.000Z"))).toBe("Not growing.");
});

test("a count is exact at any size", () => {
  expect(countText("18446744073709551616").replaceAll(/\D/g, "")).toBe("18446744073709551616");
  expect(countText(254)).toBe("254");
});
