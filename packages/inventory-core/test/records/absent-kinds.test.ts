import { createInventory, definePlugin, isInventoryError, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, name, type OnDelete, reference, references } from "../../src/records.ts";

const refusalOf = async (call: PromiseLike<unknown>): Promise<readonly unknown[]> =>
  await call.then(
    () => ["none"],
    (error: unknown) =>
      isInventoryError(error) ? [error.code, error.message, (error.details as { referring?: unknown }).referring] : [error],
  );

/** A kind that refers to records of each kind in the same way. */
const linkOf = (onDelete: OnDelete) =>
  defineRecord({
    name: "link",
    fields: {
      name: name(),
      space_id: reference("space", { onDelete }).optional(),
      datacenter_id: reference("datacenter", { onDelete }).optional(),
      network_id: reference("network", { onDelete }).optional(),
      pool_id: reference("pool", { onDelete }).optional(),
      device_id: reference("device", { onDelete }).optional(),
      device_ids: references("device", { onDelete }).optional(),
      vlan_id: reference("vlan", { onDelete }).optional(),
      vlan_group_ids: references("vlan_group", { onDelete }).optional(),
    },
    claims: (link) => [link.name],
  });

const pluginOf = (onDelete: OnDelete) => definePlugin({ id: "links", engine: "*", records: [linkOf(onDelete)] });

const referring = { kind: "link", count: 1, plugin: "links" };
const refused = (field: string): readonly unknown[] => [
  "CONFLICT",
  `1 record of the kind link refers to it by ${field}, which this program does not know: change or delete them with a program that loads the plugin links`,
  referring,
];

describe.each(DATABASES)("a host without a kind on %s", (_, openPlace) => {
  it("refuses deletions that rows of the kind refuse, and loses nothing", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), plugins: [pluginOf("refuse")] });
    const space = await first.spaces.create({ name: "s" });
    const datacenter = await first.datacenters.create({ name: "dc" });
    const network = await first.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await first.pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const [one, other] = [await first.devices.create({ name: "one" }), await first.devices.create({ name: "other" })];
    const group = await first.vlanGroups.create({ name: "g" });
    const vlan = await first.vlans.create({ vid: 1, name: "v" });
    const link = await first.links.create({
      name: "l",
      vlan_id: vlan.id,
      vlan_group_ids: [group.id],
      space_id: space.id,
      datacenter_id: datacenter.id,
      network_id: network.id,
      pool_id: pool.id,
      device_id: one.id,
      device_ids: [other.id],
    });
    expect(await refusalOf(first.spaces.delete(space.id))).toEqual([
      "CONFLICT",
      "1 link refers to it by space_id: change or delete them first",
      referring,
    ]);
    await first.close();

    await using without = await createInventory({ storage: place.storage() });
    expect(await refusalOf(without.spaces.delete(space.id))).toEqual(refused("space_id"));
    expect(await refusalOf(without.datacenters.delete(datacenter.id))).toEqual(refused("datacenter_id"));
    expect(await refusalOf(without.pools.delete(pool.id))).toEqual(refused("pool_id"));
    expect(await refusalOf(without.networks.delete(network.id))).toEqual(refused("pool_id"));
    expect(await refusalOf(without.devices.delete(one.id))).toEqual(refused("device_id"));
    expect(await refusalOf(without.devices.bulkDelete({ ids: [other.id] }))).toEqual(refused("device_ids"));
    expect(await refusalOf(without.vlans.delete(vlan.id))).toEqual(refused("vlan_id"));
    expect(await refusalOf(without.vlanGroups.bulkDelete({ ids: [group.id] }))).toEqual(refused("vlan_group_ids"));
    expect((await without.verify()).count).toBe(0);
    const free = await without.devices.create({ name: "free" });
    await without.devices.delete(free.id);
    await without.close();

    await using again = await createInventory({ storage: place.storage(), plugins: [pluginOf("refuse")] });
    expect(await again.links.get(link.id)).toEqual(link);
  });

  it("refuses for a field that a later version added", async () => {
    await using place = await openPlace();
    await using later = await createInventory({ storage: place.storage(), plugins: [pluginOf("refuse")] });
    const device = await later.devices.create({ name: "d" });
    await later.links.create({ name: "l", device_id: device.id });
    await later.close();
    const earlier = defineRecord({ name: "link", fields: { name: name() } });
    const plugins = [definePlugin({ id: "links", engine: "*", records: [earlier] })];
    await using inventory = await createInventory({ storage: place.storage(), plugins });
    expect(await refusalOf(inventory.devices.delete(device.id))).toEqual(refused("device_id"));
  });

  it.each(["clear", "cascade"] as const)("leaves %s to the foreign keys", async (onDelete) => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), plugins: [pluginOf(onDelete)] });
    const [one, other] = [await first.devices.create({ name: "one" }), await first.devices.create({ name: "other" })];
    const link = await first.links.create({ name: "l", device_id: one.id, device_ids: [one.id, other.id] });
    await first.close();
    await using without = await createInventory({ storage: place.storage() });
    await without.devices.delete(one.id);
    const { read } = without.host.get(STORAGE);
    const rows = await read.all("select device_id from link");
    expect(rows).toEqual(onDelete === "clear" ? [{ device_id: null }] : []);
    await without.close();
    await using again = await createInventory({ storage: place.storage(), plugins: [pluginOf(onDelete)] });
    expect(await again.links.list()).toEqual(onDelete === "clear" ? [{ ...link, device_id: null, device_ids: [other.id] }] : []);
    // The claim that the program without the kind left belongs to no record.
    const claimed = again.links.create({ name: "l" }).then(
      () => "created",
      (error: unknown) => (error as { code: string }).code,
    );
    expect(await claimed).toBe(onDelete === "clear" ? "CONFLICT" : "created");
  });
});
