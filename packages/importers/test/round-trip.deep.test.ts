import { describe, it } from "vitest";
import { PLACES } from "./support/places.ts";
import { checkRoundTrips } from "./support/round-trip.ts";

describe.each(PLACES)("an export of many random inventories on %s", (name, openPlace) => {
  it.each(["csv", "json"] as const)(
    "comes back from %s as it was, in its own inventory and in an empty one",
    { timeout: 600_000 },
    async (format) => {
      await checkRoundTrips(openPlace, format, { seed: Date.now() % 2 ** 31, numRuns: name === "sqlite" ? 60 : 20 });
    },
  );
});
