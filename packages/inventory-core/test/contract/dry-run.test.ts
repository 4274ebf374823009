import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type AnyOperation, type CallContext, createInventory, type Inventory, type LoggedEvent, SYSTEM } from "../../src/index.ts";
import { postgresql } from "../../src/storage/postgresql/index.ts";
import { sqlite } from "../../src/storage/sqlite/index.ts";
import { PostgresDatabases } from "@cadastre/testing";
import { STORAGES } from "../../../../testing/storages.ts";

const call: CallContext = { principal: SYSTEM, source: "test" };

describe.for(STORAGES)("a dry run on %s", (name) => {
  let inventory: Inventory;
  let drop = async (): Promise<void> => {};
  beforeAll(async () => {
    const database = name === "sqlite" ? undefined : await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    if (database !== undefined) drop = async () => await database[Symbol.asyncDispose]();
    inventory = await createInventory({ storage: database === undefined ? sqlite(":memory:") : postgresql(database.url) });
  });
  afterAll(async () => {
    await inventory.close();
    await drop();
  });

  const operation = (id: string): AnyOperation => inventory.host.operations.find((one) => one.id === id) as AnyOperation;

  test("tells what would change, and changes nothing", async () => {
    const device = await inventory.devices.create({ name: "stays", tags: ["a", "b"] });
    const heard: LoggedEvent[] = [];
    const off = inventory.events.on("*", (event) => void heard.push(event));
    const outcome = await inventory.host.dryRun(
      operation("devices.delete"),
      { params: { id: device.id }, query: {}, body: async () => ({}) },
      call,
    );
    off();
    expect(outcome.entries).toMatchObject([{ action: "delete", resource: "device", resourceId: device.id, before: { name: "stays" } }]);
    expect(outcome.events).toMatchObject([{ event: "device.deleted", record_id: device.id }]);
    expect(outcome.rows).toContainEqual({ table: "device_tag", action: "delete", rows: 2 });
    expect(heard).toEqual([]);
    expect(await inventory.devices.get(device.id)).toEqual(device);
    expect((await inventory.audit.list()).map(({ action }) => action)).toEqual(["create"]);
  });

  test("refuses what is not destructive: it may be done together with what others do", async () => {
    const refused = inventory.host.dryRun(operation("devices.create"), { params: {}, query: {}, body: async () => ({ name: "x" }) }, call);
    await expect(refused).rejects.toThrow(TypeError);
    expect(await inventory.devices.search({ q: "x" })).toEqual([]);
  });
});
