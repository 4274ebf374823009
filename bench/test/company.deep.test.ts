import { expect, it } from "vitest";
import { newDatabase } from "../../testing/databases.ts";
import { CompanyInProcess } from "../src/company/in-process.ts";
import { companyMonth } from "../src/company/month.ts";
import { trialStorages } from "../../testing/storages.ts";

// Half of the month of `pnpm trial company`, without namespaces: what is seen is shown to scanners. CADASTRE_SEED repeats a month.
const SEED = Number(process.env["CADASTRE_SEED"] ?? Date.now() % 1_000_000);

it.each(trialStorages("postgresql"))(
  `every difference between a company and its register is told, and none is invented, on %s (seed ${SEED})`,
  async (storage) => {
    await using database = await newDatabase(storage);
    await using place = await CompanyInProcess.start(database.storage());
    const { violations, everTold, comparisons } = await companyMonth(place, {
      seed: SEED,
      days: 15,
      report: (line) => console.info(line),
    });
    expect(violations).toEqual([]);
    expect(Object.keys(everTold).toSorted()).toEqual(["differs", "discovery_mismatch", "duplicate_ip", "missing", "unknown"]);
    expect(comparisons).toBe(30);
    expect((await place.inventory.verify()).differences).toEqual([]);
  },
);
