import { createInventory, type SqlValue, STORAGE } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { deviceFilter } from "../../src/devices/lists/device-queries.ts";
import { Where } from "../../src/storage/where.ts";

test.skipIf(DATABASES.every(([name]) => name !== "postgresql")).each(DATABASES)(
  "devices of a space are filtered on %s by their own addresses, however many addresses the space has",
  async (_, open) => {
    await using database = await open();
    const inventory = await createInventory({ storage: database.storage() });
    const addresses = (n: number) => Array.from({ length: 5 }, (_ip, m) => ({ ip: `10.0.${n >> 5}.${((n & 31) << 3) + m}` }));
    await inventory.devices.createMany(Array.from({ length: 400 }, (_device, n) => ({ name: `d${n}`, addresses: addresses(n) })));
    const { sql, params } = deviceFilter({ space_id: "none" }, new Where());
    const plan = await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.exec("analyze device, address");
      // A hash of all addresses is larger than this, as it is larger than the memory of a statement in a large inventory.
      await transaction.exec("set local work_mem = '64kB'");
      return await transaction.all<object>(`explain select count(*) from device t${sql}`, params as readonly SqlValue[]);
    });
    await inventory.close();
    expect(JSON.stringify(plan)).toContain("SubPlan");
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan on address|Materialize/);
  },
);
