import { type AnyOperation, createInventory, definePlugin, type Inventory, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { libsql } from "@cadastre/inventory-core/libsql";
import { pglite } from "@cadastre/inventory-core/pglite";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock } from "@cadastre/testing";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";

const READ_ONLY = expect.objectContaining({ code: "READ_ONLY" });
const DAY_MS = 86_400_000;

/** Calls that are no operations, or that reach a write past the operations. */
const OTHER_WRITES: readonly (readonly [name: string, call: (inventory: Inventory) => Promise<unknown>])[] = [
  ["a rebuild", async (inventory) => await inventory.rebuild()],
  ["a rotation of secrets", async (inventory) => await inventory.rotateSecrets()],
  ["a verification that keeps its place", async (inventory) => await inventory.verify({ resume: true })],
  ["a change of a plugin", async ({ host }) => await host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async () => {})],
  ["a rehearsal of a plugin", async ({ host }) => await host.get(WRITES).rehearse({ principal: SYSTEM, source: "test" }, async () => {})],
  ["a transaction of the storage", async ({ host }) => await host.get(STORAGE).write(async () => {})],
];

const libsqlDatabase = async (): Promise<TestDatabase> => {
  const { url, ...database } = await sqliteDatabase();
  return { url, storage: () => libsql(url), [Symbol.asyncDispose]: async () => await database[Symbol.asyncDispose]() };
};

/** With the other storage that reads a file. */
const PLACES: readonly (readonly [name: string, open: () => Promise<TestDatabase>])[] = [
  ...DATABASES,
  ...(STORAGES.includes("sqlite") ? [["libsql", libsqlDatabase] as const] : []),
];

/** Runs an operation as the trusted program, with an empty body and with ids that no record has. */
async function run({ host }: Inventory, operation: AnyOperation): Promise<unknown> {
  const params = Object.fromEntries(
    [...operation.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "0198c5e0-0000-7000-8000-000000000000"]),
  );
  return await host.execute(
    operation,
    { params, query: {}, body: async () => await Promise.resolve({}) },
    { principal: SYSTEM, source: "test" },
  );
}

describe.each(PLACES)("a read-only inventory on %s", (name, openDatabase) => {
  let database: TestDatabase;
  let writer: Inventory;
  let reader: Inventory;
  let clock: FakeClock;
  let networkId: string;

  beforeEach(async () => {
    database = await openDatabase();
    writer = await createInventory({ storage: database.storage() });
    const { id } = await writer.networks.create({ name: "office", subnet: "192.0.2.0/24" });
    networkId = id;
    await writer.devices.create({ name: "web-1", addresses: [{ ip: "192.0.2.10" }] });
    clock = new FakeClock();
    reader = await createInventory({ storage: database.storage(), readOnly: true, clock });
  });
  afterEach(async () => {
    await reader.close();
    await writer.close();
    await database[Symbol.asyncDispose]();
  });

  it("refuses every operation that is not a GET, and no other one, with READ_ONLY", async () => {
    const refused: string[] = [];
    for (const operation of reader.host.operations) {
      const error: unknown = await run(reader, operation).then(
        () => undefined,
        (failure: unknown) => failure,
      );
      if ((error as { code?: string } | undefined)?.code === "READ_ONLY") refused.push(operation.id);
    }
    expect(refused).toEqual(reader.host.operations.filter(({ http }) => http.method !== "GET").map(({ id }) => id));
    expect(refused.length).toBeGreaterThan(50);
  });

  it("reads what the database has, also what another program writes later", async () => {
    const names = async (): Promise<string[]> => (await Array.fromAsync(await reader.devices.list())).map((device) => device.name);
    expect(await names()).toEqual(["web-1"]);
    const added = await writer.devices.create({ name: "web-2" });
    expect((await names()).toSorted()).toEqual(["web-1", "web-2"]);
    expect(await reader.devices.get(added.id)).toEqual(await writer.devices.get(added.id));
    expect((await reader.verify()).count).toBe(0);
  });

  it.each(OTHER_WRITES)("refuses %s", async (_, call) => {
    await expect(call(reader)).rejects.toEqual(READ_ONLY);
  });

  it("does nothing by itself, however long it runs", async () => {
    const works: string[] = [];
    const plugin = definePlugin({
      id: "counting",
      engine: "*",
      start: (host) => void works.push(`start ${host.readOnly}`),
      startWork: () => void works.push("work"),
      stop: () => void works.push("stop"),
    });
    const timers = new CountingClock();
    const other = await createInventory({ storage: database.storage(), readOnly: true, clock: timers, plugins: [plugin] });
    expect(timers.started).toBe(0);
    await timers.advance(400 * DAY_MS);
    await other.close();
    expect(works).toEqual(["start true", "stop"]);
    const third = await createInventory({ storage: database.storage(), plugins: [plugin] });
    await third.close();
    expect(works.slice(2)).toEqual(["start false", "work", "stop"]);
  });

  it("shows the staleness of a plan only where no rehearsal is needed", async () => {
    const plan = await writer.networks.split(networkId, { length: 25 });
    expect((await reader.plans.get(plan.id)).stale).toBe(false);
    await writer.devices.create({ name: "web-3", addresses: [{ ip: "192.0.2.11" }] });
    expect((await reader.plans.get(plan.id)).stale).toBeNull();
  });

  it.skipIf(name === "postgresql")("leaves the bytes of the file as they are", async () => {
    await writer.close();
    const hash = async (): Promise<string> =>
      createHash("sha256")
        .update(await readFile(database.url))
        .digest("hex");
    const before = await hash();
    await using other = await createInventory({ storage: database.storage(), readOnly: true, clock });
    await Array.fromAsync(await other.devices.list());
    await expect(other.devices.create({ name: "web-2" })).rejects.toEqual(READ_ONLY);
    await clock.advance(400 * DAY_MS);
    await other.close();
    expect(await hash()).toBe(before);
  });
});

/** Counts the timers that are started. */
class CountingClock extends FakeClock {
  started = 0;

  override every(ms: number, task: () => void): () => void {
    this.started += 1;
    return super.every(ms, task);
  }
}

describe("a database that cannot be opened read-only", () => {
  it.each([
    ["PGlite", () => pglite(), "pglite"],
    ["SQLite in memory", () => sqlite(":memory:"), "sqlite"],
  ])("is refused with what to do on %s", async (_, storage, name) => {
    await expect(createInventory({ storage: storage(), readOnly: true })).rejects.toMatchObject({
      code: "STORAGE_INVALID",
      message: expect.stringMatching(
        new RegExp(`^the storage ${name} cannot be opened read-only, .*: leave out readOnly, or open a SQLite or libSQL file`),
      ),
    });
  });

  it.each(PLACES)("is refused while a migration is pending on %s", async (_, openDatabase) => {
    await using database = await openDatabase();
    await (await createInventory({ storage: database.storage() })).close();
    const migrations = [{ name: "badge/0001", statements: ["create table badge (id text primary key)"] }];
    const badges = definePlugin({
      id: "badges",
      engine: "*",
      model: { entities: [], migrations: { sqlite: migrations, postgresql: migrations } },
    });
    await expect(createInventory({ storage: database.storage(), readOnly: true, plugins: [badges] })).rejects.toMatchObject({
      code: "DATABASE_NOT_MIGRATED",
      message: expect.stringContaining("badges"),
    });
  });
});
