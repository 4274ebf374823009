import { describe, expect, inject, it } from "vitest";
import { auditTrial } from "../src/soak/audit/audit-trial.ts";
import { TAMPERINGS } from "../src/soak/audit/tamperings.ts";
import { trialStorages } from "../../testing/storages.ts";

describe("a sealed audit log", () => {
  it.each(trialStorages("sqlite"))("shows each of 1,000 random tamperings on %s", async (storage) => {
    const result = await auditTrial({ storage, tamperings: 500, seed: 11, adminUrl: inject("postgresAdminUrl") });
    console.info(`audit on ${storage}: ${JSON.stringify(result)}`);
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ tamperings: 500, found: 500 });
    expect(Object.keys(result.kinds).toSorted()).toEqual(Object.keys(TAMPERINGS).toSorted());
  });
});
