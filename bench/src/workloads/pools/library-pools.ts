import type { Inventory } from "@cadastre/inventory-core";

/** Addresses of a /22 without its first and last. */
export const SLASH_22 = 1022;

/** A pool in a new network. @returns its id */
export async function poolOf(inventory: Inventory, subnet: string, start_ip: string, end_ip: string): Promise<string> {
  const network = await inventory.networks.create({ name: subnet, subnet });
  return (await inventory.pools.create(network.id, { name: subnet, start_ip, end_ip })).id;
}

/** The lowest free address of a pool, taken and given back. */
export async function takeAndRelease(inventory: Inventory, pool: string): Promise<void> {
  const { allocations } = await inventory.pools.allocate(pool);
  await inventory.allocations.release(allocations[0]?.id ?? "");
}
