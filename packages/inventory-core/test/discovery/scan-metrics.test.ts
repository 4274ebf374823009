import { describe, expect, test } from "vitest";
import { createInventory, STORAGE } from "../../src/index.ts";
import { COUNT_OF_STATE } from "../../src/discovery/scans/scan-metrics.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("on %s", (_, openPlace) => {
  test("scans that are not over are counted in the index of these, however many are over", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const storage = inventory.host.get(STORAGE);
    await storage.write(async (transaction) => {
      await transaction.run(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
         insert into scan (id, network_id, status, scan_type, plan, done, skipped, attempts, created_at, doc)
         select 's' || i, ?, case when i = 7 then 'pending' else 'completed' end, 'quick', '', '', '', 0, '2026-01-01T00:00:00.000Z', '{}'
           from n`,
        [network.id],
      );
    });
    await analyze(storage, "scan");
    expect(Number((await storage.read.get<{ n: number | string }>(COUNT_OF_STATE, ["pending"]))?.n)).toBe(1);
    const plan = await planOf(storage, COUNT_OF_STATE, ["pending"]);
    expect(plan).toMatch(/scan_waiting|scan_active/);
    expect(plan).not.toMatch(/SCAN scan|Seq Scan on scan/);
  });
});
