import { createInventory, type Inventory, KeyRing, STORAGE } from "@cadastre/inventory-core";
import { FakeClock, freshStorage, recordTemplate } from "@cadastre/testing";
import { randomBytes } from "node:crypto";
import { describe, expect, inject, it, vi } from "vitest";
import { STORAGES } from "../../../testing/storages.ts";

describe.each(STORAGES)("a cleared inventory on %s", (storage) => {
  const open = async (options: object = {}): Promise<Inventory> =>
    await createInventory({
      storage: await freshStorage(storage === "postgresql" ? inject("postgresAdminUrl") : undefined),
      ...options,
    });

  /** Makes records of many kinds, which refer to each other. */
  async function fill(inventory: Inventory): Promise<void> {
    const datacenter = await inventory.datacenters.create({ name: "north" });
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24", datacenter_id: datacenter.id });
    await inventory.networks.create({ name: "inner", subnet: "10.0.0.0/28" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.32", end_ip: "10.0.0.63" });
    await inventory.pools.allocate(pool.id, { count: 3 });
    const one = await inventory.devices.create({ name: "one", addresses: [{ ip: "10.0.0.5" }] });
    const two = await inventory.devices.create({ name: "two", tags: ["red"] });
    await inventory.relationships.create(one.id, { child_id: two.id, type: "connected_to" });
    await inventory.fields.create({ record: "device", name: "rack", type: "text" });
    await inventory.plans.create({ title: "plan", steps: [{ operation: "devices.create", body: { name: "three" } }] });
  }

  it("has the rows of the template again, and works as before", async () => {
    await using inventory = await open();
    await inventory.datacenters.create({ name: "kept" });
    const clear = await recordTemplate(inventory);
    for (let round = 0; round < 2; round += 1) {
      await fill(inventory);
      await clear();
      expect((await inventory.datacenters.list()).map(({ name }) => name)).toEqual(["kept"]);
      const lists = [inventory.networks, inventory.devices, inventory.fields, inventory.plans, inventory.conflicts];
      for (const list of lists) expect(await list.list()).toEqual([]);
      expect((await inventory.audit.list()).map(({ resource }) => resource)).toEqual(["datacenter"]);
      expect((await inventory.search.all({ q: "one" })).results).toEqual([]);
      expect((await inventory.events.read({})).events.map(({ event }) => event)).toEqual(["datacenter.created"]);
      expect((await inventory.verify()).differences).toEqual([]);
    }
  });

  it("keeps its listeners", async () => {
    await using inventory = await open();
    const heard: string[] = [];
    inventory.events.on("device.created", ({ data }) => void heard.push(data.name));
    const clear = await recordTemplate(inventory);
    await clear();
    await inventory.devices.create({ name: "after" });
    await vi.waitFor(() => expect(heard).toEqual(["after"]));
  });

  it("is not cleared while a list is read", async () => {
    await using inventory = await open();
    const clear = await recordTemplate(inventory);
    for (const name of ["one", "two"]) await inventory.devices.create({ name });
    const list = inventory.devices.list()[Symbol.asyncIterator]();
    await list.next();
    await expect(clear()).rejects.toMatchObject({ code: "CALLS_RUNNING", kind: "conflict", details: { calls: 1 } });
    await list.return?.();
    await clear();
    expect(await inventory.devices.list()).toEqual([]);
  });

  it("is not cleared when its audit log is sealed", async () => {
    const clock = new FakeClock();
    await using inventory = await open({ clock, keyRing: KeyRing.parse(randomBytes(32).toString("base64")) });
    const clear = await recordTemplate(inventory);
    await inventory.devices.create({ name: "one" });
    const { read } = inventory.host.get(STORAGE);
    await clock.advance(1_000);
    await vi.waitFor(async () => expect(await read.all("select 1 as one from audit where seal_number is null")).toEqual([]));
    await expect(clear()).rejects.toMatchObject({ code: "AUDIT_SEALED" });
    expect(await inventory.devices.list()).toHaveLength(1);
  });
});
