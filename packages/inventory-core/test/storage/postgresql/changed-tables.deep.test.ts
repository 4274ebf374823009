import { createInventory, silentLogger, STORAGE, type StorageMigration, type StoredModel } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";

const base: StorageMigration = { name: "lab/0001-thing", statements: ["create table thing (id text primary key)"] };
const more: StorageMigration = {
  name: "lab/0002-more",
  statements: ["alter table thing add column more text"],
  compatibility: "additive",
};
const modelOf = (...migrations: readonly StorageMigration[]): StoredModel => ({
  entities: [],
  migrations: { sqlite: migrations, postgresql: migrations },
});

describe("tables that a newer program changes while this one is at work", () => {
  let database: TemporaryDatabase;
  const stack: (() => Promise<unknown>)[] = [];
  const open = async (...migrations: readonly StorageMigration[]) => {
    const storage = await postgresql(database.url).open({
      models: [coreModel, modelOf(...migrations)],
      clock: new FakeClock(),
      logger: silentLogger,
    });
    stack.push(async () => await storage.close());
    return storage;
  };
  const session = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    stack.push(async () => await client.end());
    return client;
  };
  beforeEach(async () => {
    database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  });
  afterEach(async () => {
    for (const end of stack.splice(0).toReversed()) await end();
    await database[Symbol.asyncDispose]();
  });

  it("are read and written on, by statements that were prepared before", async () => {
    await using inventory = await createInventory({ storage: postgresql(database.url) });
    const storage = inventory.host.get(STORAGE);
    const statement = "select * from datacenter where id = ?";
    const { id } = await inventory.datacenters.create({ name: "one" });
    const readers = async (): Promise<unknown[]> => await Promise.all(Array.from({ length: 8 }, () => storage.read.get(statement, [id])));
    await readers();
    await storage.write(async (transaction) => await transaction.get(statement, [id]));
    await (await session()).query("alter table datacenter add column more text");
    expect(await readers()).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ id, more: null })));
    for (let n = 0; n < 12; n += 1) {
      const row = await storage.write(async (transaction) => await transaction.get(statement, [id]));
      expect(row).toMatchObject({ id, more: null });
    }
  });

  it("keep nobody waiting behind a migration that waits for a long reader, which is done when that ends", async () => {
    const older = await open(base);
    const reader = await session();
    await reader.query("begin");
    await reader.query("select * from thing");
    const migrating = open(base, more);
    const watcher = await session();
    const isWaiting = async (): Promise<boolean> =>
      (await watcher.query("select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'")).rows.length > 0;
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 30_000, interval: 5 });
    // Goes on when the migration lets go for a moment: without that it would wait until the reader ends, which is below.
    await older.write(async (transaction) => await transaction.run("insert into thing (id) values ('a')"));
    await reader.query("rollback");
    const newer = await migrating;
    expect(await newer.read.all("select id, more from thing")).toEqual([{ id: "a", more: null }]);
  });
});
