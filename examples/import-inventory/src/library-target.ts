import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import type { Target } from "./target.ts";

/** Fields of a file are whatever the file holds: the library checks them, as it does for any caller. */
const asGiven = <Input>(fields: object): Input => fields as Input;

/** An inventory inside this process. */
export async function libraryTarget(): Promise<Target> {
  const inventory = await createInventory({ storage: sqlite(":memory:") });
  const { datacenters, networks, pools, devices, relationships } = inventory;
  return {
    name: "library",
    createDatacenter: async (fields) => await datacenters.create(asGiven(fields)),
    createNetwork: async (fields) => await networks.create(asGiven(fields)),
    createPool: async (networkId, fields) => await pools.create(networkId, asGiven(fields)),
    createDevice: async (fields) => await devices.create(asGiven(fields)),
    relate: async (parentId, fields) => await relationships.create(parentId, asGiven(fields)),
    devicesOf: async (networkId) => await networks.devices(networkId),
    utilizationOf: async (networkId) => await networks.utilization(networkId),
    nextIp: async (poolId) => await pools.nextIp(poolId),
    search: async (q) => await devices.search({ q }),
    relationships: async () => await relationships.listAll(),
    close: async () => await inventory.close(),
  };
}
