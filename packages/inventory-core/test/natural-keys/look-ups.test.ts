import { createInventory, type SqlValue, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { deviceTable } from "../../src/devices/device.entity.ts";
import { idsOfKey, type KeyedKind, type KeyValues } from "../../src/natural-keys/natural-key.ts";
import { poolTable } from "../../src/pools/pool.entity.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** A pool is compared with those that are there. */
const COPIES = { device: 20_000, pool: 2000 };

/** Pools of a network must not overlap. */
const KEY = "'40a1' || (10000 + i)";

describe.each(DATABASES)("look-ups by natural key on %s", (_, openPlace) => {
  it("read few rows where thousands share a name, or a network", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { datacenters, devices, networks, pools } = inventory;
    const { id: scope } = await datacenters.create({ name: "fra1" });
    await devices.create({ name: "web", datacenter_id: scope });
    const device = await devices.create({ name: "web" });
    const lan = await networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const pool = await pools.create(lan.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.2" });
    const storage = inventory.host.get(STORAGE);
    const copies = [
      ["device", deviceTable.columns, device.id, { id: "'x' || i" }],
      ["pool", poolTable.columns, pool.id, { id: "'x' || i", name: "'p' || i", start_key: KEY, end_key: KEY }],
    ] as const;
    for (const [table, columns, id, own] of copies)
      await storage.write(async (transaction) => {
        const values = columns.map((column) => (own as Readonly<Record<string, string>>)[column] ?? column);
        await transaction.run(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COPIES[table]})
           insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table}, n where id = ?`,
          [id],
        );
      });
    for (const table of ["device", "pool"]) await analyze(storage, table);

    /** How the database looks up a key. */
    async function planOfKey(kind: KeyedKind, key: KeyValues): Promise<string> {
      const asked: [string, readonly SqlValue[]][] = [];
      const all = async <Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> => {
        asked.push([sql, params]);
        return [];
      };
      await idsOfKey({ all, get: async () => undefined }, kind, key);
      const [sql, params] = asked[0] as (typeof asked)[0];
      return await planOf(storage, sql, params);
    }
    for (const [kind, key, index] of [
      ["device", { name: "web", scope: "" }, "device_datacenter"],
      ["device", { name: "web", scope }, "device_datacenter"],
      ["pool", { name: "p7", scope: lan.id }, "pool_name"],
    ] as const) {
      const plan = await planOfKey(kind, key);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan|TEMP B-TREE|Sort|Filter/);
    }
    expect(await idsOfKey(storage.read, "device", { name: "web", scope: "" })).toHaveLength(2);
    expect(await idsOfKey(storage.read, "device", { name: "web", scope })).toHaveLength(1);
  });
});
