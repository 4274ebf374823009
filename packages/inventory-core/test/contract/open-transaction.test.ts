import { coreErrors, createInventory, type Inventory, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";

const CALL = { principal: SYSTEM, source: "test" } as const;

/** Calls that would wait for the transaction that they are made in. */
const CALLS: readonly (readonly [name: string, call: (inventory: Inventory) => PromiseLike<unknown>])[] = [
  ["a create", async ({ devices }) => await devices.create({ name: "inside" })],
  ["a read", async ({ devices }) => await devices.get("0198c5e0-0000-7000-8000-000000000000")],
  ["a list", async ({ devices }) => await devices.list()],
  ["a bulk call", async ({ devices }) => await devices.createMany([{ name: "inside" }])],
  ["a verification", async (inventory) => await inventory.verify()],
  ["a rebuild", async (inventory) => await inventory.rebuild()],
  ["a rotation of secrets", async (inventory) => await inventory.rotateSecrets()],
  ["another change of a plugin", async ({ host }) => await host.get(WRITES).run(CALL, async () => {})],
  ["another transaction of the storage", async ({ host }) => await host.get(STORAGE).write(async () => {})],
];

const inMemory = async (): Promise<TestDatabase> =>
  await Promise.resolve({ url: ":memory:", storage: () => sqlite(":memory:"), async [Symbol.asyncDispose]() {} });

/** With the storage that has one session. */
const PLACES: readonly (readonly [name: string, open: () => Promise<TestDatabase>])[] = [
  ...DATABASES,
  ...(STORAGES.includes("sqlite") ? [["sqlite in memory", inMemory] as const] : []),
];

describe.each(PLACES)("inside of an open transaction on %s", (_, openDatabase) => {
  let database: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    database = await openDatabase();
    inventory = await createInventory({ storage: database.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await database[Symbol.asyncDispose]();
  });

  it.each(CALLS)("%s is refused at once, and nothing waits afterwards", async (_, call) => {
    const write = inventory.host.get(WRITES).run(CALL, async () => await call(inventory));
    await expect(write).rejects.toMatchObject({
      code: "TRANSACTION_OPEN",
      kind: "conflict",
      message: expect.stringContaining("use what the transaction gave to its function") as string,
    });
    await expect(inventory.devices.create({ name: "after" })).resolves.toMatchObject({ name: "after" });
    expect(await inventory.devices.list()).toHaveLength(1);
  });

  it("calls of others wait for their turn, and are answered", async () => {
    const { promise: others, resolve: begin } = Promise.withResolvers<void>();
    const outside = others.then(async () => await inventory.devices.create({ name: "outside" }));
    await inventory.host.get(WRITES).run(CALL, async () => {
      begin();
      await new Promise((resolve) => setImmediate(resolve));
    });
    await expect(outside).resolves.toMatchObject({ name: "outside" });
  });

  it("what is left running may call the inventory after the transaction", async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await inventory.host.get(WRITES).run(CALL, async () => {
      later = committed.then(async () => await inventory.devices.create({ name: "later" }));
    });
    commit();
    await expect(later).resolves.toMatchObject({ name: "later" });
  });

  it("a change that is refused is rolled back, also where the refusal is caught", async () => {
    const failed = inventory.host.get(WRITES).run(CALL, async (change) => {
      await change.exec("insert into setting (name, value) values ('inside', '')");
      await inventory.devices.list().then(
        () => {},
        () => {},
      );
      throw coreErrors.CONFLICT({ reason: "no" });
    });
    await expect(failed).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await inventory.host.get(STORAGE).read.all("select name from setting where name = 'inside'")).toEqual([]);
  });
});
