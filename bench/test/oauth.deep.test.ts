import { describe, expect, inject, it } from "vitest";
import { oauthTrial } from "../src/soak/oauth/oauth-trial.ts";
import { trialStorages } from "../../testing/storages.ts";

describe.each(trialStorages("postgresql"))("two OAuth hosts of one database on %s", (storage) => {
  it.each([
    ["refresh", 10],
    ["code", 3],
  ] as const)("let at most one of 50 uses of a %s through, and then nothing of its family, %d times", async (of, races) => {
    const result = await oauthTrial({ storage, of, races, uses: 50, adminUrl: inject("postgresAdminUrl") });
    console.info(`${of} on ${storage}: ${JSON.stringify(result)}`);
    expect(result.violations).toEqual([]);
    expect(result.races).toBe(races);
    expect(Object.values(result.told).reduce((sum, count) => sum + count, 0)).toBe(races * 50);
  });
});
