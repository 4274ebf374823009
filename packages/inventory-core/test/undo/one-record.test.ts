import { createInventory, type Inventory, type Plan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeIn, restoredOf, undoneIn } from "./undo-world.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

type Type = "datacenter" | "network" | "pool" | "allocation" | "device" | "relationship" | "field";

describe.each(DATABASES)("taking one record of a change back on %s", (_, openPlace) => {
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

  async function undone(change: string, type: Type, id: string): Promise<Plan> {
    await clock.advance(1000);
    const plan = await inventory.changes.undo(change, { record: { type, id } });
    return await inventory.plans.apply(plan.id);
  }

  const refusal = (reason: RegExp) => ({ code: "CONFLICT", message: expect.stringMatching(reason) });

  async function applied(steps: Plan["steps"]): Promise<{ readonly change: string; readonly ids: ReadonlyMap<string, string> }> {
    const plan = await inventory.plans.create({ title: "new site", steps });
    const { change_id: change, effects } = await inventory.plans.apply(plan.id);
    return { change: change as string, ids: new Map(effects.records.map(({ type, name, id }) => [`${type} ${name}`, id])) };
  }

  it("restores that record only, and the rest can be taken back later", async () => {
    const [first, second] = [await inventory.devices.create({ name: "one" }), await inventory.devices.create({ name: "two" })];
    const before = await restoredOf(inventory);
    const change = await changeIn(inventory, clock, async () => {
      await inventory.devices.bulkUpdate({ ids: [first.id, second.id], set: { location: "r4" } });
    });
    const plan = await undone(change, "device", first.id);
    expect(plan).toMatchObject({ title: "Undo the change of the device one", undoes: change });
    expect(plan.description).toMatch(/^Reverts the change by \S.* of \S+Z\. 1 other record of the change stays as it is\.$/);
    expect(plan.steps).toEqual([
      {
        operation: "changes.undo/records",
        body: { change_id: change, record: { type: "device", id: first.id }, other_records: 1 },
      },
    ]);
    expect(plan.effects.records.map(({ id }) => id)).toEqual([first.id]);
    expect(await inventory.devices.get(first.id)).toMatchObject({ location: "" });
    expect(await inventory.devices.get(second.id)).toMatchObject({ location: "r4" });
    await expect(inventory.changes.undo(change, { record: { type: "device", id: first.id } })).rejects.toMatchObject(
      refusal(/^nothing of the change is left to take back/),
    );
    await undoneIn(inventory, clock, change);
    expect(await restoredOf(inventory)).toEqual(before);
    // The change of the plan is taken back as any other.
    const redo = await inventory.changes.undo(plan.change_id as string);
    expect(redo).toMatchObject({ title: "Redo the change of the device one" });
  });

  it("refuses to delete a created record that others of the change name, and names them", async () => {
    const before = await restoredOf(inventory);
    const { change, ids } = await applied([
      { operation: "datacenters.create", body: { name: "fra1" } },
      { operation: "networks.create", body: { name: "lan", subnet: "10.0.0.0/24", datacenter_id: "$0.id" } },
      { operation: "pools.create", params: { id: "$1.id" }, body: { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" } },
      { operation: "devices.create", body: { name: "web", datacenter_id: "$0.id", addresses: [{ ip: "10.0.0.12" }] } },
      { operation: "devices.create", body: { name: "rack" } },
      { operation: "relationships.create", params: { id: "$4.id" }, body: { child_id: "$3.id", type: "contains" } },
    ]);
    const idOf = (record: string): string => ids.get(record) as string;
    const undo = async (type: Type, record: string) => await inventory.changes.undo(change, { record: { type, id: idOf(record) } });
    const plans = (await inventory.plans.list()).length;
    await expect(undo("datacenter", "datacenter fra1")).rejects.toMatchObject(
      refusal(
        new RegExp(`^other records of the change depend on the datacenter fra1: .*the network lan \\(network/${idOf("network lan")}\\)`),
      ),
    );
    await expect(undo("network", "network lan")).rejects.toMatchObject(refusal(/^(?=.*the pool p )(?=.*the device web )/));
    await expect(undo("device", "device rack")).rejects.toMatchObject(refusal(/the relationship contains/));
    expect((await inventory.plans.list()).length).toBe(plans);
    const relationship = `${idOf("device rack")}/${idOf("device web")}/contains`;
    await undone(change, "relationship", relationship);
    await undone(change, "device", idOf("device rack"));
    await undone(change, "device", idOf("device web"));
    await undone(change, "pool", idOf("pool p"));
    await undone(change, "network", idOf("network lan"));
    await undoneIn(inventory, clock, change);
    expect(await restoredOf(inventory)).toEqual(before);
  });

  it("refuses to restore a deleted record before those of the change that it named", async () => {
    const { networks, pools, devices, relationships } = inventory;
    const network = await networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const pool = await pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20", quarantine_seconds: 86_400 });
    const [rack, web] = [await devices.create({ name: "rack" }), await devices.create({ name: "web", addresses: [{ ip: "10.0.0.12" }] })];
    await relationships.create(rack.id, { child_id: web.id, type: "contains" });
    const held = await pools.allocate(pool.id, { ip: "10.0.0.13" });
    await devices.delete((await devices.create({ name: "gone", addresses: [{ ip: "10.0.0.14" }] })).id);
    const before = await restoredOf(inventory);
    const { change } = await applied([
      { operation: "devices.delete", params: { id: rack.id } },
      { operation: "networks.delete", params: { id: network.id } },
    ]);
    await expect(inventory.changes.undo(change, { record: { type: "pool", id: pool.id } })).rejects.toMatchObject(
      refusal(/^the pool p depends on other records that the change deleted: the network lan /),
    );
    const allocation = held.allocations[0]?.id as string;
    await expect(inventory.changes.undo(change, { record: { type: "allocation", id: allocation } })).rejects.toMatchObject(
      refusal(/the pool p/),
    );
    await expect(
      inventory.changes.undo(change, { record: { type: "relationship", id: `${rack.id}/${web.id}/contains` } }),
    ).rejects.toMatchObject(refusal(/the device rack/));
    await undone(change, "network", network.id);
    expect(await pools.list(network.id)).toEqual([]);
    await undone(change, "pool", pool.id);
    // Quarantine belongs to the pool.
    expect((await inventory.addresses.get("10.0.0.14")).state).toBe("quarantined");
    await undone(change, "allocation", allocation);
    await undoneIn(inventory, clock, change);
    expect(await restoredOf(inventory)).toEqual(before);
  });

  it("refuses to delete a custom field of the change that its devices have values of", async () => {
    const rows = [
      { at: { line: 1 }, type: "field", set: { record: "device", name: "owner", type: "text" } },
      { at: { line: 2 }, type: "device", set: { name: "web", fields: { owner: "ada" } } },
    ];
    const change = await changeIn(inventory, clock, async () => {
      await inventory.import.apply(await inventory.import.plan(rows as never));
    });
    const [[field], [device]] = [await inventory.fields.list(), await inventory.devices.list()];
    expect(device).toMatchObject({ fields: { owner: "ada" } });
    const undo = async (): Promise<Plan> => await undone(change, "field", field?.id as string);
    await expect(undo()).rejects.toMatchObject(refusal(/^other records of the change depend on the field owner: the device web /));
    await undone(change, "device", device?.id as string);
    await undo();
    expect(await inventory.fields.list()).toEqual([]);
  });

  it("refuses a record that the change did not change", async () => {
    const other = await inventory.devices.create({ name: "other" });
    const change = await changeIn(inventory, clock, async () => await inventory.devices.create({ name: "web" }));
    const undo = async (record: object) => await inventory.changes.undo(change, { record } as never);
    await expect(undo({ type: "device", id: other.id })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { record: { message: "must name a record that the change created, changed or deleted" } },
    });
    await expect(undo({ type: "user", id: "x" })).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { "record.type": {} } });
  });
});
