import { createInventory, type Conflict, type Inventory, type LoggedEvent, STORAGE } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("two holders of one address after spaces merge, on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  const events: LoggedEvent[] = [];
  let nth = 0;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
    inventory.events.on("*", (event) => events.push(event));
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** The same subnet in two datacenters, each with a pool, in which the first address is allocated. */
  async function twoSites() {
    nth += 1;
    events.length = 0;
    const sites = [];
    for (const name of ["a", "b"]) {
      const datacenter = await inventory.datacenters.create({ name: `${name}${nth}` });
      const network = await inventory.networks.create({ name: `${name}${nth}`, subnet: `10.${nth}.0.0/24`, datacenter_id: datacenter.id });
      const pool = await inventory.pools.create(network.id, { name: `${name}${nth}`, start_ip: `10.${nth}.0.5`, end_ip: `10.${nth}.0.9` });
      const { allocations } = await inventory.pools.allocate(pool.id, {});
      sites.push({ datacenter, network, pool, allocation: allocations[0]?.id ?? "" });
    }
    const [a, b] = sites;
    if (a === undefined || b === undefined) throw new Error("there are two sites");
    return { a, b, ip: `10.${nth}.0.5` };
  }

  const open = async (ip: string): Promise<Conflict[]> =>
    (await inventory.conflicts.list({ type: "duplicate_ip" })).filter(({ status, ip_address }) => status === "active" && ip_address === ip);
  const named = (name: string) =>
    events.filter(({ event, data }) => event === name && (data as Conflict).type === "duplicate_ip").map(({ data }) => data as Conflict);

  it("are told of when a network moves to the other's datacenter, and no more when one is released", async () => {
    const { a, b, ip } = await twoSites();
    await inventory.networks.update(b.network.id, { datacenter_id: a.datacenter.id });
    const [conflict] = await open(ip);
    const allocations = [a.allocation, b.allocation].toSorted();
    expect(conflict).toMatchObject({ allocation_ids: allocations, device_ids: [], description: `${ip} is held by 2 allocations` });
    expect([...(conflict?.network_ids ?? [])].toSorted()).toEqual([a.network.id, b.network.id].toSorted());
    expect(named("conflict.detected")).toMatchObject([{ ip_address: ip, allocation_ids: allocations }]);
    await expect(inventory.conflicts.resolve(conflict?.id ?? "", {})).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("release all allocations"),
    });
    expect(await inventory.conflicts.detect()).toMatchObject({
      conflicts: expect.arrayContaining([expect.objectContaining({ id: conflict?.id })]),
    });
    await inventory.allocations.release(a.allocation);
    expect(await open(ip)).toEqual([]);
    expect(named("conflict.resolved")).toMatchObject([{ id: conflict?.id, allocation_ids: allocations }]);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("are told of when their datacenters go, a device and an allocation alike", async () => {
    const { a, b, ip } = await twoSites();
    const device = await inventory.devices.create({ name: "taker", datacenter_id: a.datacenter.id, addresses: [{ ip }] });
    for (const { datacenter } of [a, b]) await inventory.datacenters.delete(datacenter.id);
    const [conflict] = await open(ip);
    // What the device confirmed is held by the device.
    expect(conflict).toMatchObject({
      allocation_ids: [b.allocation],
      device_ids: [device.id],
      description: `${ip} is held by taker, and by an allocation`,
    });
    await inventory.devices.update(device.id, { name: "renamed" });
    expect(await open(ip)).toMatchObject([{ id: conflict?.id, device_names: ["renamed"] }]);
    await inventory.devices.delete(device.id);
    expect(await open(ip)).toEqual([]);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("are called as their devices are after a change that renames some and has another device join or leave", async () => {
    const ip = "10.200.0.5";
    const create = async (name: string): Promise<string> => (await inventory.devices.create({ name, addresses: [{ ip }] })).id;
    const [one, two, three] = [await create("one"), await create("two"), await create("three")];
    await inventory.devices.update(two, { name: "second" });
    expect(await open(ip)).toMatchObject([
      { description: `${ip} is held by one, second and three`, device_ids: [one, two, three], device_names: ["one", "second", "three"] },
    ]);
    await inventory.transaction(async (tx) => {
      await tx.devices.update(one, { name: "first" });
      await tx.devices.delete(three);
      await tx.devices.create({ name: "fourth", addresses: [{ ip }] });
      await tx.devices.update(two, { name: "two again" });
    });
    expect(await open(ip)).toMatchObject([{ device_names: ["first", "two again", "fourth"] }]);
    const { addresses } = await inventory.devices.get(one);
    await inventory.devices.update(one, { name: "moved", addresses: addresses.map(() => ({ ip: "10.200.0.6" })) });
    const [left] = await open(ip);
    expect(left).toMatchObject({ device_names: ["two again", "fourth"] });
    expect(await inventory.verify()).toMatchObject({ count: 0 });
    for (const id of left?.device_ids ?? []) await inventory.devices.delete(id);
  });

  it("end with the device that is to keep the address, for who may release allocations", async () => {
    const { a, b, ip } = await twoSites();
    const device = await inventory.devices.create({ name: "keeper", datacenter_id: a.datacenter.id, addresses: [{ ip }] });
    await inventory.networks.update(b.network.id, { datacenter_id: a.datacenter.id });
    const [conflict] = await open(ip);
    const editor = inventory.as({
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(["conflict:update", "device:update"]),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    });
    await expect(editor.conflicts.resolve(conflict?.id ?? "", { keep_device_id: device.id })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "allocation:delete" },
    });
    expect(await inventory.conflicts.resolve(conflict?.id ?? "", { keep_device_id: device.id })).toMatchObject({ status: "resolved" });
    await expect(inventory.allocations.get(b.allocation)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await inventory.allocations.get(a.allocation)).toMatchObject({ status: "confirmed", device_id: device.id });
  });

  it("end when a device takes the address, which confirms both allocations", async () => {
    const { a, b, ip } = await twoSites();
    await inventory.networks.update(b.network.id, { datacenter_id: a.datacenter.id });
    expect(await open(ip)).toHaveLength(1);
    const { id } = await inventory.devices.create({ name: "taker", datacenter_id: a.datacenter.id, addresses: [{ ip }] });
    expect(await open(ip)).toEqual([]);
    for (const { allocation } of [a, b])
      expect(await inventory.allocations.get(allocation)).toMatchObject({ status: "confirmed", device_id: id });
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("are told of by verify, and mended by a rebuild, where no conflict says so", async () => {
    const { a, b, ip } = await twoSites();
    await inventory.networks.update(b.network.id, { datacenter_id: a.datacenter.id });
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("delete from conflict where type = 'duplicate_ip' and status = 'active'");
    });
    expect((await inventory.verify()).differences).toMatchObject([
      { check: "duplicate-addresses", column: "", expected: `${ip} is held by 2 allocations` },
    ]);
    await inventory.rebuild();
    expect(await open(ip)).toMatchObject([{ allocation_ids: [a.allocation, b.allocation].toSorted() }]);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
