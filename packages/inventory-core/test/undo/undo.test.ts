import { createInventory, type Inventory, type Plan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { restoredOf } from "./undo-world.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("taking changes back on %s", (_, openPlace) => {
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

  /** Does something and gives the id of its change. */
  async function changeOf(work: () => Promise<unknown>): Promise<string> {
    await clock.advance(1000);
    const ids = new Set<string>();
    const off = inventory.events.on("*", ({ change_id: id }) => id !== null && ids.add(id));
    await work();
    off();
    expect(ids.size).toBe(1);
    return [...ids][0] as string;
  }

  async function undone(change: string): Promise<Plan> {
    await clock.advance(1000);
    const plan = await inventory.changes.undo(change);
    return await inventory.plans.apply(plan.id);
  }

  async function scene() {
    const { spaces, datacenters, networks, pools, devices, relationships } = inventory;
    const space = await spaces.create({ name: "red", rd: "65000:1" });
    const datacenter = await datacenters.create({ name: "fra1", space_id: space.id });
    const network = await networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: datacenter.id, tags: ["a"] });
    const pool = await pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const held = await pools.allocate(pool.id, { ip: "10.0.0.12", key: "mine", ttl_seconds: 86_400 });
    const other = await pools.allocate(pool.id, { ip: "10.0.0.13", key: "yours", note: "for a printer" });
    const device = await devices.create({
      name: "web",
      datacenter_id: datacenter.id,
      tags: ["b"],
      domains: ["web.example.com"],
      addresses: [{ ip: "10.0.0.12" }, { ip: "10.0.0.11", label: "eth1" }, { ip: "10.9.0.1" }],
    });
    const rack = await devices.create({ name: "rack" });
    await relationships.create(rack.id, { child_id: device.id, type: "contains" });
    return { space, datacenter, network, pool, device, rack, held: held.allocations[0], other: other.allocations[0] };
  }

  it("reports an ignored conflict again, and takes that back again", async () => {
    for (const name of ["one", "two"]) await inventory.devices.create({ name, addresses: [{ ip: "10.5.0.1" }] });
    const conflicts = async () => await Array.fromAsync(inventory.conflicts.list());
    const id = (await conflicts())[0]?.id ?? "";
    const { id: plan } = await inventory.plans.create({
      title: "known",
      steps: [{ operation: "conflicts.ignore", params: { id }, body: { notes: "they share it" } }],
    });
    const ignored = await inventory.plans.apply(plan);
    const undo = await undone(ignored.change_id as string);
    expect(await conflicts()).toMatchObject([{ id, status: "active", notes: "" }]);
    await undone(undo.change_id as string);
    expect(await conflicts()).toMatchObject([{ id, status: "ignored", notes: "they share it" }]);
  });

  it("brings back a device with its addresses, allocations and relationships, and takes that back again", async () => {
    const { device } = await scene();
    const before = await restoredOf(inventory);
    const change = await changeOf(async () => await inventory.devices.delete(device.id));
    const without = await restoredOf(inventory);
    const plan = await undone(change);
    expect(plan).toMatchObject({ undoes: change, effects: { warnings: [] } });
    expect(await restoredOf(inventory)).toEqual(before);
    // What it was given under its key is still its own.
    const redo = await undone(plan.change_id as string);
    expect(await restoredOf(inventory)).toEqual(without);
    expect([plan.title.slice(0, 4), redo.title.slice(0, 4)]).toEqual(["Undo", "Redo"]);
    await undone(redo.change_id as string);
    expect(await restoredOf(inventory)).toEqual(before);
  });

  it("brings back a network with pools and allocations, a datacenter, and all that was linked to them", async () => {
    const { network, datacenter, pool, other } = await scene();
    const before = await restoredOf(inventory);
    const deletedNetwork = await changeOf(async () => await inventory.networks.delete(network.id));
    const deletedDatacenter = await changeOf(async () => await inventory.datacenters.delete(datacenter.id));
    await undone(deletedDatacenter);
    await undone(deletedNetwork);
    expect(await restoredOf(inventory)).toEqual(before);
    // The same key gets the same address: it is not over.
    const again = await inventory.pools.allocate(pool.id, { ip: "10.0.0.13", key: "yours", note: "for a printer" });
    expect(again.allocations).toEqual([other]);
  });

  it("releases an address that was allocated, and gives one back that was released", async () => {
    const { pool, other } = await scene();
    const before = await restoredOf(inventory);
    await clock.advance(1000);
    const { allocations } = await inventory.pools.allocate(pool.id, { count: 2 });
    const [row] = await inventory.audit.list({ resource_id: allocations[0]?.id as string });
    await undone(row?.change_id as string);
    expect(await restoredOf(inventory)).toEqual(before);
    await inventory.allocations.release(other?.id as string);
    const [released] = await inventory.audit.list({ resource_id: other?.id as string });
    await undone(released?.change_id as string);
    expect(await restoredOf(inventory)).toEqual(before);
  });

  it("leaves what somebody changed since, and says so, field by field", async () => {
    const { device, network } = await scene();
    const { devices, networks } = inventory;
    const change = await changeOf(
      async () =>
        await devices.update(device.id, {
          hostname: "one",
          os: "Debian",
          addresses: [{ ...device.addresses[0], label: "changed" }, { ip: "10.0.0.50" }] as never,
        }),
    );
    const now = await devices.get(device.id);
    await devices.update(device.id, { os: "Fedora", addresses: [...now.addresses, { ip: "10.0.0.60" }] });
    const plan = await undone(change);
    expect(plan.effects.warnings).toEqual(["os of the device web was changed since, and stays"]);
    const after = await devices.get(device.id);
    expect([after.hostname, after.os]).toEqual(["", "Fedora"]);
    expect(after.addresses.map(({ ip, label }) => `${ip} ${label}`)).toEqual(["10.0.0.12 ", "10.0.0.60 ", "10.0.0.11 eth1", "10.9.0.1 "]);
    expect(after.addresses.at(-2)?.id).toBe(device.addresses[1]?.id);
    // Of what is gone by now nothing goes back.
    const renamed = await changeOf(async () => await networks.update(network.id, { name: "renamed" }));
    await networks.delete(network.id);
    await expect(inventory.changes.undo(renamed)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/nothing of the change is left .*: the network renamed is deleted by now, and is not changed back$/),
    });
  });

  it("leaves out what there is no place for, and refuses what a rule speaks against", async () => {
    const { device, rack, network, pool } = await scene();
    const { devices, networks, pools, changes } = inventory;
    const gone = await changeOf(async () => await devices.delete(device.id));
    await devices.delete(rack.id);
    const plan = await undone(gone);
    expect(plan.effects.warnings).toEqual([
      `the relationship contains of ${rack.id} and web does not come back: a device of it is deleted`,
    ]);
    const deleted = await changeOf(async () => await pools.delete(pool.id));
    const usurper = await pools.create(network.id, { name: "usurper", start_ip: "10.0.0.15", end_ip: "10.0.0.16" });
    await expect(changes.undo(deleted)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("the pool p: the pool usurper (10.0.0.15–10.0.0.16) overlaps this range"),
    });
    await pools.delete(usurper.id);
    await networks.delete(network.id);
    await expect(changes.undo(deleted)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("the pool p does not come back: its network is deleted"),
    });
  });

  it("follows fields of one's own that were renamed since, and tells of those that are gone", async () => {
    const { fields, devices, changes } = inventory;
    const owner = await fields.create({ record: "device", name: "owner", type: "text" });
    const tier = await fields.create({ record: "device", name: "tier", type: "choice", choices: ["gold", "silver"] });
    const device = await devices.create({ name: "d", fields: { owner: "ada", tier: "gold" } });
    const change = await changeOf(async () => await devices.update(device.id, { fields: { owner: "grace", tier: "silver" } }));
    const deleted = await changeOf(async () => await devices.delete(device.id));
    await fields.update(owner.id, { name: "keeper" });
    await undone(deleted);
    expect((await devices.get(device.id)).fields).toEqual({ keeper: "grace", tier: "silver" });
    await fields.delete(tier.id, { values: "drop" });
    const plan = await undone(change);
    expect(plan.effects.warnings).toEqual(["fields.tier of the device d does not go back: the field is deleted"]);
    expect((await devices.get(device.id)).fields).toEqual({ keeper: "ada" });
    await expect(changes.undo("nothing")).rejects.toMatchObject({ code: "CHANGE_NOT_FOUND" });
  });

  it("takes changes of fields of one's own back, values included", async () => {
    const { fields, devices, datacenters } = inventory;
    const owner = await fields.create({ record: "device", name: "owner", type: "text", unique: true });
    await fields.create({ record: "datacenter", name: "floor", type: "number" });
    for (let number = 0; number < 12; number += 1) await devices.create({ name: `d${number}`, fields: { owner: `o${number}` } });
    await datacenters.create({ name: "dc", fields: { floor: 3 } });
    const before = await restoredOf(inventory);
    const renamed = await changeOf(async () => await fields.update(owner.id, { name: "keeper", label: "Keeper" }));
    const deleted = await changeOf(async () => await fields.delete(owner.id, { values: "drop" }));
    const created = await changeOf(async () => await fields.create({ record: "device", name: "owner", type: "number" }));
    for (const change of [created, deleted, renamed]) await undone(change);
    expect(await restoredOf(inventory)).toEqual(before);
    expect(await devices.list({ field: { owner: "o7" } })).toHaveLength(1);
  });

  it("takes an import back as one change, and applying a plan by what the plan was called", async () => {
    await scene();
    const before = await restoredOf(inventory);
    const rows = [
      { at: { line: 1 }, type: "datacenter" as const, set: { name: "dc" } },
      { at: { line: 2 }, type: "network" as const, set: { name: "n", subnet: "10.4.0.0/16" } },
      ...Array.from({ length: 300 }, (__, index) => ({
        at: { line: 3 + index },
        type: "device" as const,
        set: { name: `d${index}`, addresses: [{ ip: `10.4.${index >> 8}.${index & 255}` }] },
      })),
    ];
    const lines = await inventory.import.plan(rows as never);
    const change = await changeOf(async () => await inventory.import.apply(lines));
    expect(await inventory.devices.list()).toHaveLength(302);
    const after = await restoredOf(inventory);
    const plan = await undone(change);
    expect(await restoredOf(inventory)).toEqual(before);
    await undone(plan.change_id as string);
    expect(await restoredOf(inventory)).toEqual(after);
    const made = await inventory.plans.create({ title: "Add a host", steps: [{ operation: "devices.create", body: { name: "x" } }] });
    const { change_id: id } = await inventory.plans.apply(made.id);
    expect(await inventory.changes.undo(id as string)).toMatchObject({ title: "Undo Add a host" });
  });

  it("refuses changes that the audit log does not keep any more", async () => {
    const { network } = await scene();
    const change = await changeOf(async () => await inventory.networks.update(network.id, { name: "renamed" }));
    const open = await inventory.changes.undo(change);
    await inventory.close();
    inventory = await createInventory({ storage: place.storage(), clock, auditRetentionDays: 1 });
    await inventory.devices.create({ name: "later" });
    await clock.advance(3 * 86_400_000);
    await expect.poll(async () => await inventory.audit.list({ change_id: change })).toEqual([]);
    await expect(inventory.changes.undo(change)).rejects.toMatchObject({ code: "CHANGE_NOT_FOUND" });
    expect((await inventory.plans.get(open.id)).stale).toBe(true);
    await expect(inventory.plans.apply(open.id)).rejects.toMatchObject({ code: "PLAN_STALE" });
    expect(await inventory.plans.refresh(open.id)).toMatchObject({ status: "failed", note: expect.stringContaining("older than what") });
  });

  it("restores a datacenter and a VLAN group without the space or datacenter that is deleted since, and warns", async () => {
    const { spaces, datacenters, vlanGroups } = inventory;
    const space = await spaces.create({ name: "red" });
    const datacenter = await datacenters.create({ name: "fra1", space_id: space.id });
    const moved = await changeOf(async () => await datacenters.update(datacenter.id, { space_id: null, location: "Frankfurt" }));
    await spaces.delete(space.id);
    const plan = await undone(moved);
    expect(plan.effects.warnings).toEqual([expect.stringContaining("lacks space_id: the space that it named is deleted")]);
    expect(await datacenters.get(datacenter.id)).toMatchObject({ space_id: null, location: "" });
    const group = await vlanGroups.create({ name: "office", datacenter_id: datacenter.id });
    const left = await changeOf(async () => await vlanGroups.update(group.id, { datacenter_id: null, description: "moved" }));
    await datacenters.delete(datacenter.id);
    expect((await undone(left)).effects.warnings).toEqual([expect.stringContaining("lacks datacenter_id")]);
    expect(await vlanGroups.get(group.id)).toMatchObject({ datacenter_id: null, description: "" });
  });
});
