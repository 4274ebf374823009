import { expect, inject, it } from "vitest";
import { importTrial } from "../src/soak/imports/import-trial.ts";
import { trialStorages } from "../../testing/storages.ts";

// How long the event loop is busy is asked by `pnpm soak`: here other tests run on the same processors.
it.each(trialStorages("sqlite"))(
  "2,000 devices of which every tenth is wrong are imported by the command, and once more without a change, on %s",
  async (storage) => {
    const { violations, ...taken } = await importTrial({
      storage,
      rows: 2000,
      maxBusyMs: Infinity,
      report: () => {},
      adminUrl: inject("postgresAdminUrl"),
    });
    console.info(`import on ${storage}: ${JSON.stringify(taken)}`);
    expect(violations).toEqual([]);
  },
);
