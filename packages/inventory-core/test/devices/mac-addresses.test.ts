import { createInventory, type Device, type SqlValue, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { deviceFilter } from "../../src/devices/lists/device-queries.ts";
import { searchedDevices } from "../../src/devices/lists/device-search.ts";
import { ROWS_PER_STEP } from "../../src/storage/searching/ordered-records.ts";
import { indexedMatches } from "../../src/storage/searching/ranked-search.ts";
import { Where } from "../../src/storage/where.ts";
import { recordStatements } from "../search/recorded-storage.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:07";

describe.each(DATABASES)("hardware addresses of devices on %s", (dialect, openPlace) => {
  it("are empty in what earlier versions wrote, and in the document of a row that has one", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const device = await inventory.devices.create({ name: "old", addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2", mac: MAC }] });
    const bare = await inventory.devices.create({ name: "bare" });
    const storage = inventory.host.get(STORAGE);
    for (const record of [device, bare]) {
      const addresses = record.addresses.map(({ mac: _, ...address }) => address);
      const doc = JSON.stringify({ ...record, addresses });
      await storage.write(async (transaction) => await transaction.run("update device set doc = ? where id = ?", [doc, record.id]));
    }
    expect(await inventory.devices.get(device.id)).toEqual(device);
    expect(await inventory.devices.list()).toEqual([bare, device]);
    expect(await inventory.devices.search({ q: MAC })).toEqual([device]);
    expect((await inventory.verify()).differences).toEqual([]);
    const changed = await inventory.devices.update(device.id, { description: "now" });
    expect(changed.addresses).toEqual(device.addresses);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("that change are a change of the addresses: in the event, the audit log and the time of change", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1", mac: MAC }] });
    const set = async (mac: string): Promise<Device> =>
      await inventory.devices.update(device.id, { addresses: [{ ...(device.addresses[0] as Device["addresses"][number]), mac }] });
    expect(await set("02-00-00-00-00-07")).toEqual(device);
    expect((await set("0200.0000.0008")).addresses).toEqual([{ ...device.addresses[0], mac: "02:00:00:00:00:08" }]);
    const { events } = await inventory.events.read({});
    expect(events.map(({ event }) => event)).toEqual(["device.created", "device.updated"]);
    expect(events[1]?.data).toMatchObject({ changes: ["addresses"], addresses: [{ mac: "02:00:00:00:00:08" }] });
    expect(JSON.stringify(await inventory.audit.list({ resource: "device" }))).toContain("02:00:00:00:00:08");
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("are told of by verify when the row and the record differ", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1", mac: MAC }] });
    await inventory.host
      .get(STORAGE)
      .write(async (transaction) => await transaction.run("update address set mac = '' where device_id = ?", [id]));
    // The record, and what is known of who held the address.
    expect((await inventory.verify()).count).toBe(2);
    await inventory.rebuild();
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("are looked up in an index: the filter, the search for one, for a beginning of many, and for an end", async () => {
    await using place = await openPlace();
    const recorded = recordStatements(place.storage());
    await using inventory = await createInventory({ storage: recorded.storage });
    const storage = inventory.host.get(STORAGE);
    const held = await inventory.devices.create({ name: "held", addresses: [{ ip: "10.9.0.1", mac: MAC }] });
    // As many addresses of one beginning as need a second step, and of one hardware address.
    const many = ROWS_PER_STEP + 100;
    const switched = await inventory.devices.create({
      name: "switched",
      addresses: Array.from({ length: many }, (_, index) => ({ ip: `10.8.${index >> 8}.${index & 255}`, mac: "06-00-00-00-00-01" })),
    });
    await storage.write(async (transaction) => {
      await transaction.run(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
         insert into address (id, device_id, position, space, ip, ip_key, port, type, label, network_id, switch_port, pool_id, mac)
         select 'x' || i, ?, i + 10, 0, '10.0.0.1', '40a000001', null, 'ipv4', '', null, '', null,
             '0a:00:00:00:' || (10 + i % 90) || ':' || (10 + i / 300)
           from n`,
        [held.id],
      );
    });
    await analyze(storage, "address");
    const ids = async (found: PromiseLike<readonly { readonly id: string }[]>): Promise<string[]> => (await found).map(({ id }) => id);
    recorded.statements.length = 0;
    expect(await ids(inventory.devices.list({ mac: "0200.0000.0007" }))).toEqual([held.id]);
    expect(await ids(inventory.devices.list({ mac: "060000000001" }))).toEqual([switched.id]);
    expect(await ids(inventory.devices.search({ q: "0200.0000.0007" }))).toEqual([held.id]);
    expect(await ids(inventory.devices.search({ q: "06-00-00-00" }))).toEqual([switched.id]);
    expect(await ids(inventory.devices.search({ q: "00:00:07" }))).toEqual([held.id]);
    const asked: { readonly sql: string; readonly params: readonly SqlValue[] }[] = recorded.statements.filter(
      ({ sql }) =>
        // The addresses of a device are few: a device that is checked alone needs no index of hardware addresses.
        sql.includes("mac") && !/ as (met|is_match)\b/.test(sql),
    );
    if (dialect === "postgresql") {
      const filter = deviceFilter({ mac: MAC }, new Where());
      asked.push({ sql: `select t.doc from device t${filter.sql} order by t.name, t.id`, params: filter.params });
      for (const q of [MAC, "02:00:00:00:0", "00:00:07"]) asked.push(indexedMatches(storage, searchedDevices(q)));
    }
    expect(asked.length).toBeGreaterThan(2);
    for (const { sql, params } of asked) {
      const plan = await planOf(storage, sql, params);
      expect(plan).toMatch(/address_mac/);
      expect(plan).not.toMatch(/SCAN (a|x)\b|Seq Scan on address|TEMP B-TREE/);
    }
  });
});
