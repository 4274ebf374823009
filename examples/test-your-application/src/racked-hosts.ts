import type { Device, Inventory } from "@cadastre/inventory-core";

/** What the tests are about: an application that gives each host an address of the pool. */
export async function addHost(inventory: Inventory, poolId: string, name: string): Promise<Device> {
  const { allocations } = await inventory.pools.allocate(poolId, { key: name });
  return await inventory.devices.create({ name, addresses: allocations.map(({ ip }) => ({ ip })) });
}
