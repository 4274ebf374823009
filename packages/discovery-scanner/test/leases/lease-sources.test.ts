import { createInventory, KeyRing, STORAGE } from "@cadastre/inventory-core";
import type { RecordServices } from "@cadastre/inventory-core/records";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { leaseSourcesPlugin } from "../../src/leases/index.ts";
import type { LeaseSource } from "../../src/leases/sources/lease-source.ts";

const open = async () => {
  const plugins = [leaseSourcesPlugin({ read: false })];
  const inventory = await createInventory({ storage: sqlite(":memory:"), keyRing: KeyRing.parse(KeyRing.generate()), plugins });
  return inventory as typeof inventory & RecordServices<typeof LeaseSource>;
};

const KEA = { name: "kea", type: "kea-api", url: "http://192.0.2.1:8000/" } as const;

it("keeps the ids of networks and datacenters that are deleted, and the history of a source without its password", async () => {
  await using inventory = await open();
  const network = await inventory.networks.create({ name: "office", subnet: "10.0.0.0/24" });
  const datacenter = await inventory.datacenters.create({ name: "site" });
  const { id } = await inventory.leaseSources.create({
    ...KEA,
    network_ids: [network.id, network.id],
    datacenter_id: datacenter.id,
    username: "u",
    password: "canary-91",
  });
  await inventory.networks.delete(network.id);
  await inventory.datacenters.delete(datacenter.id);
  const kept = { network_ids: [network.id], datacenter_id: datacenter.id, has_password: true };
  expect(await inventory.leaseSources.get(id)).toMatchObject(kept);
  expect(await inventory.leaseSources.update(id, { interval_minutes: 9 })).toMatchObject({ ...kept, interval_minutes: 9 });
  expect(await inventory.leaseSources.update(id, { password: "" })).toMatchObject({ has_password: false });
  const history = await Array.fromAsync(await inventory.leaseSources.history(id));
  expect(history.map(({ action }) => action)).toEqual(["update", "update", "create"]);
  expect(JSON.stringify(history)).not.toContain("canary");
});

it("reports a list of networks that cannot be read, and empties it when the inventory is rebuilt", async () => {
  await using inventory = await open();
  const network = await inventory.networks.create({ name: "office", subnet: "10.0.0.0/24" });
  const { id } = await inventory.leaseSources.create({ ...KEA, network_ids: [network.id] });
  expect(await inventory.verify()).toMatchObject({ differences: [] });
  await inventory.host.get(STORAGE).write(async (transaction) => {
    await transaction.run("update lease_source set network_ids = ? where id = ?", ["broken", id]);
  });
  expect(await inventory.verify()).toMatchObject({ differences: [{ table: "lease_source", id, column: "network_ids" }] });
  await inventory.rebuild();
  expect(await inventory.verify()).toMatchObject({ differences: [] });
  expect(await inventory.leaseSources.get(id)).toMatchObject({ network_ids: [] });
});
