import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import type { Target } from "./target.ts";

/** An inventory inside this process. */
export async function libraryTarget(): Promise<Target> {
  const inventory = await createInventory({ storage: sqlite(":memory:") });
  const { datacenters, networks, pools, devices, relationships } = inventory;
  // Fields of a file are whatever the file holds: the library checks them, as it does for any caller.
  return {
    name: "library",
    createDatacenter: async (fields) => await datacenters.create(fields as Parameters<typeof datacenters.create>[0]),
    createNetwork: async (fields) => await networks.create(fields as Parameters<typeof networks.create>[0]),
    createPool: async (networkId, fields) => await pools.create(networkId, fields as Parameters<typeof pools.create>[1]),
    createDevice: async (fields) => await devices.create(fields as Parameters<typeof devices.create>[0]),
    relate: async (parentId, fields) => await relationships.create(parentId, fields as Parameters<typeof relationships.create>[1]),
    devicesOf: async (networkId) => await networks.devices(networkId),
    utilizationOf: async (networkId) => await networks.utilization(networkId),
    nextIp: async (poolId) => await pools.nextIp(poolId),
    search: async (q) => await devices.search({ q }),
    relationships: async () => await relationships.listAll(),
    close: async () => await inventory.close(),
  };
}
