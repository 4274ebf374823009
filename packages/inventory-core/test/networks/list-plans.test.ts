import { createInventory, type OpenStorage, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { deviceFilter } from "../../src/devices/lists/device-queries.ts";
import { addValues } from "../../src/fields/own-filter.ts";
import { networkFilter } from "../../src/networks/network-filter.ts";
import { networkTable } from "../../src/networks/network.entity.ts";
import type { NetworkFilter } from "../../src/networks/network.ts";
import { Where } from "../../src/storage/where.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Makes many networks of one that is there, a quarter of them of one VLAN. */
async function copies(storage: OpenStorage, id: string): Promise<void> {
  const own: Readonly<Record<string, string>> = {
    id: "'x' || i",
    name: "'n' || i",
    vlan_id: "case when i % 4 = 0 then 7 else 1 + i % 4000 end",
    parent_id: "id",
  };
  await storage.write(async (transaction) => {
    await transaction.run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
       insert into network (${networkTable.columns.join(", ")})
       select ${networkTable.columns.map((column) => own[column] ?? column).join(", ")} from network, n where id = ?`,
      [id],
    );
  });
  await analyze(storage, "network");
}

describe.each(DATABASES)("lists of networks on %s", (_, openPlace) => {
  it("have an index for each filter by a value, and nothing to sort", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", vlan_id: 4094 });
    const storage = inventory.host.get(STORAGE);
    await copies(storage, id);
    const planOfList = async (filter: Partial<NetworkFilter>): Promise<string> => {
      const where = new Where();
      await networkFilter(storage.read, { tags: undefined, field: undefined, ...filter }, where);
      return await planOf(storage, `select t.doc from network t${where.sql} order by t.name, t.id limit 100`, where.params);
    };
    const filters: readonly [Partial<NetworkFilter>, string][] = [
      [{ vlan_id: 7 }, "network_vlan"],
      [{ datacenter_id: "nowhere" }, "network_datacenter"],
      [{ parent_id: "none" }, "network_root_name"],
      [{ status: "reserved" }, "network_status"],
    ];
    for (const [filter, index] of filters) {
      const plan = await planOfList(filter);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/SCAN t(?! USING)|Seq Scan|TEMP B-TREE|Sort/);
    }
  });

  // PostgreSQL plans joins in time that grows with the cube of their number: seconds for sixty.
  it("and of devices join few of the tags that a record must carry", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const tags = Array.from({ length: 100 }, (_, index) => `tag-${index}`);
    for (const [name, own] of [
      ["all", tags],
      ["most", tags.slice(0, 99)],
    ] as const) {
      await inventory.networks.create({ name, subnet: "10.0.0.0/24", tags: own });
      await inventory.devices.create({ name, tags: own });
    }
    expect((await inventory.networks.list({ tags: [...tags, "tag-7"] })).map(({ name }) => name)).toEqual(["all"]);
    expect((await inventory.devices.list({ tags: [...tags, "tag-7"] })).map(({ name }) => name)).toEqual(["all"]);
    expect(await inventory.devices.bulkUpdate({ filter: { tags }, set: { os: "x" } })).toMatchObject({ changed: 1 });
    expect(await inventory.networks.list({ tags: [...tags.slice(0, 99), "another"] })).toEqual([]);
    const joins = ({ condition }: Where): number => condition.match(/ in \(select/g)?.length ?? 0;
    const where = new Where();
    await networkFilter(inventory.host.get(STORAGE).read, { tags, field: undefined }, where);
    expect([joins(where), joins(deviceFilter({ tags, field: undefined }, new Where()))]).toEqual([4, 4]);
  });

  it("join few of the custom fields whose values a record must have", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    for (const name of Object.keys(fields))
      for (const record of ["network", "device"] as const) await inventory.fields.create({ record, name, type: "number" });
    for (const [name, own] of [
      ["all", fields],
      ["most", { ...fields, f29: 7 }],
    ] as const) {
      await inventory.networks.create({ name, subnet: "10.0.0.0/24", fields: own });
      await inventory.devices.create({ name, fields: own });
    }
    expect((await inventory.networks.list({ field: fields })).map(({ name }) => name)).toEqual(["all"]);
    expect((await inventory.devices.list({ field: fields, status: "active" })).map(({ name }) => name)).toEqual(["all"]);
    expect(await inventory.devices.bulkUpdate({ filter: { field: fields }, set: { os: "x" } })).toMatchObject({ changed: 1 });
    const where = new Where();
    addValues(
      Object.keys(fields).map((fieldId) => ({ table: "field_value", fieldId, key: "7" })),
      where,
    );
    expect(where.condition.match(/ in \(select/g)).toHaveLength(4);
  });
});
