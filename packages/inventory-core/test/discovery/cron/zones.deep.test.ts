import { expect, it } from "vitest";
import { CASES, differencesIn } from "./naive-calendar.ts";

it("matches a calendar of every minute around the clock changes of all time zones of this machine", () => {
  const differences = Intl.supportedValuesOf("timeZone").flatMap((zone) =>
    [2011, 2026].flatMap((year) => differencesIn(zone, year, CASES).map((difference) => `${zone} ${year}: ${difference}`)),
  );
  expect(differences).toEqual([]);
});
