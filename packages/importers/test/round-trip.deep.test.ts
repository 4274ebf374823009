import { describe, it } from "vitest";
import { checkRoundTrips } from "./support/round-trip.ts";
import { atDepth } from "../../../testing/depth.ts";
import { DATABASES } from "../../../testing/storages.ts";

const RUNS = { sqlite: atDepth({ few: 20, many: 20, full: 60 }), postgresql: atDepth({ few: 10, many: 10, full: 20 }) };

describe.each(DATABASES)("an export of many random inventories on %s", (name, openPlace) => {
  it.each(["csv", "json"] as const)("comes back from %s as it was, in its own inventory and in an empty one", async (format) => {
    await checkRoundTrips(openPlace, format, { seed: Date.now() % 2 ** 31, numRuns: RUNS[name] });
  });
});
