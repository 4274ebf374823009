// #region memory
import { createInventory, type Inventory, type Pool } from "@cadastre/inventory-core";
import { freshStorage, recordTemplate } from "@cadastre/testing";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addHost } from "./racked-hosts.ts";

let inventory: Inventory;
let pool: Pool;
let clear: () => Promise<void>;

beforeAll(async () => {
  inventory = await createInventory({ storage: await freshStorage() });
  const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  pool = await inventory.pools.create(network.id, { name: "hosts", start_ip: "10.0.0.10", end_ip: "10.0.0.99" });
  // What each test begins with.
  clear = await recordTemplate(inventory);
});
afterEach(async () => await clear());
afterAll(async () => await inventory.close());

it("gives each host an address of its own", async () => {
  expect((await addHost(inventory, pool.id, "one")).addresses).toMatchObject([{ ip: "10.0.0.10" }]);
  expect((await addHost(inventory, pool.id, "two")).addresses).toMatchObject([{ ip: "10.0.0.11" }]);
});

it("begins with an empty pool, as the test before did", async () => {
  expect((await addHost(inventory, pool.id, "three")).addresses).toMatchObject([{ ip: "10.0.0.10" }]);
});
// #endregion
