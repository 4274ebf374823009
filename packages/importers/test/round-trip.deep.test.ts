import { describe, it } from "vitest";
import { checkRoundTrips } from "./support/round-trip.ts";
import { DATABASES } from "../../../testing/storages.ts";

describe.each(DATABASES)("an export of many random inventories on %s", (name, openPlace) => {
  it.each(["csv", "json"] as const)("comes back from %s as it was, in its own inventory and in an empty one", async (format) => {
    await checkRoundTrips(openPlace, format, { seed: Date.now() % 2 ** 31, numRuns: name === "sqlite" ? 60 : 20 });
  });
});
