import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importRows, planOf, rowsOf, stepsOf } from "./import-scene.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("an import that replaces addresses, on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it.each([
    ["the last", ["10.0.0.1", "10.0.0.2"]],
    ["the first", ["10.0.0.2", "10.0.0.3"]],
    ["all", []],
  ])("and only removes %s is an update, and removes it", async (what, left) => {
    const name = `device that loses ${what}`;
    const { id, addresses } = await inventory.devices.create({
      name,
      addresses: ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map((ip) => ({ ip })),
    });
    const rows = rowsOf({ type: "device", set: { name, addresses: left.map((ip) => ({ ip })) } });
    const [step] = stepsOf(await planOf(inventory, rows));
    expect([step?.action, step?.changes?.map(({ field }) => field)]).toEqual(["update", ["addresses"]]);
    expect(await importRows(inventory, rows)).toMatchObject({ created: 0, updated: 1, unchanged: 0, failed: 0 });
    expect((await inventory.devices.get(id)).addresses).toEqual(addresses.filter(({ ip }) => left.includes(ip)));
    expect(stepsOf(await planOf(inventory, rows)).map(({ action }) => action)).toEqual(["unchanged"]);
  });

  it("takes the hardware address that a row has, in any spelling, and keeps the one that a row does not have", async () => {
    const { id, addresses } = await inventory.devices.create({ name: "replaces", addresses: [{ ip: "10.0.2.1", mac: "020000000001" }] });
    const rows = (mac: object) => rowsOf({ type: "device", set: { name: "replaces", addresses: [{ ip: "10.0.2.1", ...mac }] } });
    for (const same of [{}, { mac: "02-00-00-00-00-01" }])
      expect(stepsOf(await planOf(inventory, rows(same))).map(({ action }) => action)).toEqual(["unchanged"]);
    expect(await importRows(inventory, rows({ mac: "0200.0000.0002" }))).toMatchObject({ updated: 1, failed: 0 });
    expect((await inventory.devices.get(id)).addresses).toEqual([{ ...addresses[0], mac: "02:00:00:00:00:02" }]);
    expect(await importRows(inventory, rows({ mac: "" }))).toMatchObject({ updated: 1, failed: 0 });
    expect((await inventory.devices.get(id)).addresses).toEqual([{ ...addresses[0], mac: "" }]);
    expect(JSON.stringify(await planOf(inventory, rows({ mac: "02:00" })))).toContain("addresses[0].mac");
  });

  it("gives an address of a device that a lease tells of the hardware address that it lacks, and no other", async () => {
    const { id, addresses } = await inventory.devices.create({
      name: "leases",
      addresses: [
        { ip: "10.0.3.1", label: "kept" },
        { ip: "10.0.3.2", mac: "02:00:00:00:00:02" },
      ],
    });
    const lease = (ip: string, mac: string) =>
      rowsOf({ type: "device", match: "address", lists: "add", set: { name: ip, addresses: [{ ip, mac }] } });
    expect(await importRows(inventory, lease("10.0.3.1", "02-00-00-00-00-0A"))).toMatchObject({ updated: 1, failed: 0 });
    expect(await importRows(inventory, lease("10.0.3.2", "02-00-00-00-00-0B"))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await importRows(inventory, lease("10.0.3.1", "02-00-00-00-00-0B"))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await inventory.devices.get(id)).toMatchObject({
      name: "leases",
      addresses: [{ ...addresses[0], mac: "02:00:00:00:00:0a" }, addresses[1]],
    });
    expect((await inventory.devices.list({ mac: "0200.0000.000A" })).map(({ name }) => name)).toEqual(["leases"]);
  });

  it("and only adds to them leaves out what is not in the row", async () => {
    await inventory.devices.create({ name: "adds", addresses: [{ ip: "10.0.1.1" }, { ip: "10.0.1.2" }] });
    const rows = rowsOf({ type: "device", lists: "add", set: { name: "adds", addresses: [{ ip: "10.0.1.1" }] } });
    expect(stepsOf(await planOf(inventory, rows)).map(({ action }) => action)).toEqual(["unchanged"]);
  });
});
