import { createInventory, type HistoryEntry, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { membersOf, newestOf } from "../../src/history/inside.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("history with what is inside on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;

  beforeEach(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
  });

  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const told = (entries: readonly HistoryEntry[]): readonly string[] =>
    entries.map(({ action, record: { type, name } }) => `${action} ${type} ${name}`);
  const ofNetwork = async (id: string) => told(await inventory.networks.history(id, { inside: "true" }));
  const ofDatacenter = async (id: string) => told(await inventory.datacenters.history(id, { inside: "true" }));

  it("includes networks, pools, allocations and devices that are or were in a network, newest first", async () => {
    const { networks, pools, devices } = inventory;
    const site = await networks.create({ name: "site", subnet: "10.0.0.0/16" });
    const lan = await networks.create({ name: "lan", subnet: "10.0.1.0/24" });
    const pool = await pools.create(lan.id, { name: "p", start_ip: "10.0.1.10", end_ip: "10.0.1.20" });
    const held = await pools.allocate(pool.id, { ip: "10.0.1.12" });
    const web = await devices.create({ name: "web", addresses: [{ ip: "10.0.1.30" }] });
    await devices.create({ name: "elsewhere", addresses: [{ ip: "10.1.0.1" }] });
    await networks.create({ name: "elsewhere", subnet: "10.1.0.0/24" });
    await clock.advance(1000);
    await devices.update(web.id, { addresses: [{ ip: "10.1.0.30" }] });
    const expected = [
      "update device web",
      "create device web",
      "create allocation 10.0.1.12",
      "create pool p",
      "create network lan",
      "create network site",
    ];
    expect(await ofNetwork(site.id)).toEqual(expected);
    expect(await ofNetwork(lan.id)).toEqual(expected.slice(0, -1));
    expect(told(await inventory.networks.history(site.id))).toEqual(["create network site"]);
    expect((await inventory.networks.history(site.id))[0]?.record).toEqual({ type: "network", id: site.id, name: "site" });
    // Former ones.
    await pools.delete(pool.id);
    expect(held.allocations).toHaveLength(1);
    expect(await ofNetwork(lan.id)).toEqual([
      "delete pool p",
      "delete allocation 10.0.1.12",
      "update device web",
      "create device web",
      "create allocation 10.0.1.12",
      "create pool p",
      "create network lan",
    ]);
    await networks.delete(lan.id);
    expect((await ofNetwork(site.id)).slice(0, 2)).toEqual(["delete network lan", "delete pool p"]);
    expect((await ofNetwork(lan.id)).slice(0, 2)).toEqual(["delete network lan", "delete pool p"]);
    await networks.delete(site.id);
    expect(await ofNetwork(site.id)).toEqual([
      "delete network site",
      "delete network lan",
      "delete pool p",
      "delete allocation 10.0.1.12",
      "update device web",
      "create device web",
      "create allocation 10.0.1.12",
      "create pool p",
      "create network lan",
      "create network site",
    ]);
  });

  it("includes devices and networks that are or were in a datacenter, deleted or moved", async () => {
    const { datacenters, networks, devices } = inventory;
    const [fra, ams] = [await datacenters.create({ name: "fra" }), await datacenters.create({ name: "ams" })];
    const lan = await networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: fra.id });
    const [web, db] = [
      await devices.create({ name: "web", datacenter_id: fra.id }),
      await devices.create({ name: "db", datacenter_id: fra.id }),
    ];
    await devices.create({ name: "other", datacenter_id: ams.id });
    await networks.delete(lan.id);
    await devices.delete(db.id);
    await devices.update(web.id, { datacenter_id: ams.id });
    expect(await ofDatacenter(fra.id)).toEqual([
      "update device web",
      "delete device db",
      "delete network lan",
      "create device db",
      "create device web",
      "create network lan",
      "create datacenter fra",
    ]);
    expect(await ofDatacenter(ams.id)).toEqual(["update device web", "create device other", "create device web", "create datacenter ams"]);
    await datacenters.delete(ams.id);
    expect((await ofDatacenter(ams.id)).slice(0, 3).toSorted()).toEqual([
      "delete datacenter ams",
      "update device other",
      "update device web",
    ]);
    await expect(ofDatacenter("00000000-0000-7000-8000-000000000000")).rejects.toMatchObject({ code: "DATACENTER_NOT_FOUND" });
  });

  it("looks records up by indexes: SQLite goes through no whole table", async () => {
    const storage = inventory.host.get(STORAGE);
    if (storage.dialect !== "sqlite") return;
    const { id } = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    for (const kind of ["datacenter", "network"] as const) {
      const members = await membersOf(storage.read, kind, id, undefined, { permissions: "all" } as never);
      const plan = (await planOf(storage, newestOf(members, "seq"), [...members.params, 1_000, 100])).split("\n");
      // Common tables are read as they are.
      const scans = plan.filter((line) => line.startsWith("SCAN")).map((line) => line.split(" ")[1]);
      expect(scans.filter((name) => !["CONSTANT", "i", "f", "h", "p", "here", "former", "pools"].includes(name as string))).toEqual([]);
      expect(plan.filter((line) => /AUTOMATIC|rowid[<>]/.test(line) || line.startsWith("SCAN p USING"))).toEqual([]);
    }
  });

  it("is whole, however long, and has nothing that its reader may not read", async () => {
    const dc = await inventory.datacenters.create({ name: "dc" });
    await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: dc.id });
    const names = Array.from({ length: 350 }, (__, index) => ({ name: `d${index}`, datacenter_id: dc.id }));
    await inventory.devices.createMany(names);
    const ids = (await inventory.devices.list()).map(({ id }) => id);
    await inventory.devices.bulkUpdate({ ids, set: { location: "r4" } });
    const all = await ofDatacenter(dc.id);
    expect(all.slice(-2)).toEqual(["create network lan", "create datacenter dc"]);
    expect(all.slice(0, -2).map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      ...ids.map(() => "update device"),
      ...ids.map(() => "create device"),
    ]);
    expect(new Set(all).size).toBe(702);
    const reader = inventory.as({
      kind: "user",
      userId: "ada",
      username: "ada",
      credential: { kind: "session", id: "s", name: "ada", delegated: false },
      permissions: new Set(["datacenter:read", "network:list"]),
    } as never);
    expect(told(await reader.datacenters.history(dc.id, { inside: "true" }))).toEqual(["create network lan", "create datacenter dc"]);
  });
});
