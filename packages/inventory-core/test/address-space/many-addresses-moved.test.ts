import { createInventory, type Device, type Inventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** Two pages of addresses. */
const DEVICES = 1_000;

/** Network of each address of a device; null for addresses of no network. */
const networksOf = (devices: readonly Device[]): ReadonlySet<string> =>
  new Set(devices.map(({ addresses }) => addresses.map(({ network_id: network }) => network).join()));

const world = async (inventory: Inventory) => {
  const space = await inventory.spaces.create({ name: "other" });
  const datacenter = await inventory.datacenters.create({ name: "east" });
  const network = await inventory.networks.create({ name: "linked", subnet: "10.0.0.0/16", datacenter_id: datacenter.id });
  await inventory.devices.createMany(
    Array.from({ length: DEVICES }, (_, index) => ({
      name: `d${index}`,
      datacenter_id: datacenter.id,
      addresses: [
        ...["10.0", "10.9"].map((net) => ({ ip: `${net}.${1 + Math.floor(index / 100)}.${1 + (index % 100)}` })),
        { ip: "10.9.200.1" },
      ],
    })),
  );
  const used = async (id: string): Promise<number> => (await inventory.networks.utilization(id)).used_ips as number;
  return { space, datacenter, network, used };
};

it.each(DATABASES)("all addresses go with a datacenter that moves to another space, and back, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
  const { space, datacenter, network, used } = await world(inventory);
  const there = await inventory.networks.create({ name: "there", subnet: "10.9.0.0/17", space_id: space.id });
  expect(networksOf(await inventory.devices.list())).toEqual(new Set([`${network.id},,`]));
  await inventory.datacenters.update(datacenter.id, { space_id: space.id });
  expect(networksOf(await inventory.devices.list())).toEqual(new Set([`${network.id},${there.id},`]));
  expect([await used(network.id), await used(there.id)]).toEqual([DEVICES, DEVICES]);
  await inventory.networks.delete(there.id);
  await inventory.datacenters.update(datacenter.id, { space_id: null });
  expect(await used(network.id)).toBe(DEVICES);
  expect((await inventory.verify()).differences).toEqual([]);
});

it.each(DATABASES)(
  "all addresses of a network go with it to another space, and to the networks that it is split into, on %s",
  async (_, openPlace) => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
    const { space, network, used } = await world(inventory);
    await inventory.networks.update(network.id, { space_id: space.id });
    expect(await used(network.id)).toBe(DEVICES);
    await inventory.networks.update(network.id, { space_id: null });
    expect(await used(network.id)).toBe(DEVICES);
    const plan = await inventory.networks.split(network.id, { length: 22 });
    await inventory.plans.apply(plan.id);
    const parts = await inventory.networks.list();
    const usedBy = async (subnet: string): Promise<number> => await used(parts.find((part) => part.subnet === subnet)?.id ?? "");
    expect(await Promise.all(["10.0.0.0/22", "10.0.4.0/22", "10.0.8.0/22"].map(usedBy))).toEqual([300, 400, 300]);
    expect((await inventory.verify()).differences).toEqual([]);
  },
);
