import { type Inventory, STORAGE } from "@cadastre/inventory-core";
import { freshStorage, recordTemplate } from "@cadastre/testing";
import { describe, expect, inject, it } from "vitest";
import { STORAGES } from "../../../../testing/storages.ts";
import { fillInventory } from "./support/fill-inventory.ts";
import { openWorld } from "./support/world.ts";

/** Tables of SQLite itself and of its text index, counters that only grow, and what is kept of the work in the background. */
const APART = /^sqlite_|_search|^auth_callers$|^setting$/;

/** How many rows each table has. */
async function countRows({ host }: Inventory): Promise<Readonly<Record<string, number>>> {
  const { read, dialect } = host.get(STORAGE);
  const tables = await read.all<{ name: string }>(
    dialect === "sqlite"
      ? "select name from sqlite_master where type = 'table' order by name"
      : "select table_name as name from information_schema.tables where table_schema = current_schema() order by table_name",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter(({ name }) => !APART.test(name)))
    counts[name] = Number((await read.get<{ count: number }>(`select count(*) as count from "${name}"`))?.count);
  return counts;
}

describe.each(STORAGES)("an inventory with all plugins on %s", (storage) => {
  it("has the rows of its template in every table when it was cleared, and can be filled again", async () => {
    const fresh = await freshStorage(storage === "postgresql" ? inject("postgresAdminUrl") : undefined);
    const world = await openWorld(fresh, { deliver: true, audit: false });
    try {
      const template = await countRows(world.inventory);
      const clear = await recordTemplate(world.inventory);
      for (let round = 0; round < 2; round += 1) {
        await fillInventory(world);
        expect(Object.values(await countRows(world.inventory)).filter((count) => count > 0).length).toBeGreaterThan(30);
        await clear();
        expect(await countRows(world.inventory)).toEqual(template);
      }
      expect((await world.inventory.verify()).differences).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
