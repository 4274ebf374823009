import { createInventory } from "@cadastre/inventory-core";
import { freshStorage, type PostgresServer, startPostgres } from "@cadastre/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

// #region postgresql
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => await server.stop());

it("begins with no devices, in a database of its own", async () => {
  await using inventory = await createInventory({ storage: await freshStorage(server) });
  expect(await inventory.devices.list()).toEqual([]);
});
// #endregion
