import { AsyncLocalStorage } from "node:async_hooks";
import { createInventory, type Inventory, silentLogger, type SqlValue, STORAGE, type Transaction } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { amendSqlite, backUpSqlite, sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases, startPostgres } from "@cadastre/testing";
import { restoreInto } from "../../../../testing/servers/restore-into.ts";
import { Client } from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { EVENT_RETENTION } from "../../src/events/event-retention.ts";
import type { MigrationTransaction } from "../../src/contract/storage/storage.ts";
import { renewEventEpoch } from "../../src/storage/postgresql/event-epoch.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

interface Page {
  readonly names: readonly unknown[];
  readonly next: string;
}

async function read(inventory: Inventory, after = "0-0"): Promise<Page> {
  const { events, next } = await inventory.events.read({ after, limit: 1000 });
  return { names: events.map(({ data }) => (data as { name?: string }).name), next };
}

const expired = { code: "CURSOR_EXPIRED" };

/** What a client does that keeps a copy: it reads on, and after a 410 once more from the beginning. */
async function follow(inventory: Inventory, cursor: string): Promise<{ names: unknown[]; refused: number; next: string }> {
  let refused = 0;
  const names: unknown[] = [];
  for (let at = cursor, rounds = 0; rounds < 20; rounds += 1) {
    try {
      const page = await read(inventory, at);
      names.push(...page.names);
      if (page.next === at) return { names, refused, next: at };
      at = page.next;
    } catch (error) {
      if ((error as { code?: string }).code !== expired.code) throw error;
      refused += 1;
      at = "0-0";
    }
  }
  throw new Error("it goes round and round");
}

describe("a PostgreSQL database that is restored elsewhere", () => {
  it.each([true, false])(
    "tells what comes after what was; cursors of before go on, or are refused once (a server of its own: %s)",
    async (another) => {
      const here = new PostgresDatabases(inject("postgresAdminUrl"));
      const there = another && !process.env["TEST_POSTGRES_URL"] ? await startPostgres() : undefined;
      await using _ = { [Symbol.asyncDispose]: async () => await there?.stop() };
      await using source = await here.temporaryDatabase();
      await using target = await (there ?? here).temporaryDatabase();
      const old = await createInventory({ storage: postgresql(source.url) });
      for (let n = 0; n < 40; n += 1) await old.devices.create({ name: `d${n}` });
      const within = (await read(old)).next;
      const middle = (await old.events.read({ after: "0-0", limit: 10 })).next;
      await (await createInventory({ storage: postgresql(target.url) })).close();
      await restoreInto(source.url, target.url);
      await old.devices.create({ name: "not in the dump" });
      const beyond = (await read(old)).next;
      await old.close();
      await using moved = await createInventory({ storage: postgresql(target.url) });
      // Nothing has happened there yet, and still it is told.
      await expect(read(moved, beyond)).rejects.toMatchObject({ ...expired, details: { oldest: within, reason: "restored" } });
      await moved.devices.create({ name: "new" });
      expect(await read(moved, within)).toMatchObject({ names: ["new"] });
      expect((await read(moved, middle)).names).toEqual([...Array.from({ length: 30 }, (_, n) => `d${n + 10}`), "new"]);
      expect((await read(moved)).names).toHaveLength(41);
      expect(await follow(moved, beyond)).toMatchObject({ refused: 1 });
      const { next } = await follow(moved, within);
      await moved.devices.create({ name: "newer" });
      expect(await follow(moved, next)).toMatchObject({ names: ["newer"], refused: 0 });
      await expect(
        (async () => {
          for await (const event of moved.events.stream({ after: beyond })) throw new Error(`it was told ${event.event}`);
        })(),
      ).rejects.toMatchObject(expired);
    },
  );

  it("goes on where it was when it is opened again, and mends what was reset by hand", async () => {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const first = await createInventory({ storage: postgresql(database.url) });
    for (let n = 0; n < 5; n += 1) await first.devices.create({ name: `d${n}` });
    const { next } = await read(first);
    await first.close();
    const second = await createInventory({ storage: postgresql(database.url) });
    await second.devices.create({ name: "same epoch" });
    expect(await read(second, next)).toMatchObject({ names: ["same epoch"], next: expect.stringMatching(/^\d{3,9}-\d+$/) });
    // What the guide of earlier versions said to do after a restore, with a mark of what was purged before it.
    await second.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update event set txid = 0");
      await transaction.run("insert into setting (name, value) values ('events.purged', '999999999999-3')");
    });
    await second.close();
    await using third = await createInventory({ storage: postgresql(database.url) });
    expect(await follow(third, "0-0")).toMatchObject({ refused: 0 });
    expect(await follow(third, "999999999999-7")).toMatchObject({ refused: 1 });
    // Without a number, as SQLite gives them, and past what was copied from there.
    expect(await follow(third, "0-900")).toMatchObject({ refused: 1 });
  });

  it("takes numbers that went back for another server, where nothing else tells", async () => {
    const databases = new PostgresDatabases(inject("postgresAdminUrl"));
    await using database = await databases.temporaryDatabase();
    const inventory = await createInventory({ storage: postgresql(database.url) });
    await inventory.devices.create({ name: "one" });
    const { next } = await read(inventory);
    const storage = inventory.host.get(STORAGE);
    // As if the numbers had been given by a server that was far ahead, which is the same by all that can be seen.
    await storage.write(async (transaction) => await transaction.run("update event set txid = txid + 1000000000"));
    const [txid = "", seq = ""] = next.split("-");
    const ahead = `${BigInt(txid) + 1_000_000_000n}-${seq}`;
    await inventory.close();
    await using again = await createInventory({ storage: postgresql(database.url) });
    await again.devices.create({ name: "two" });
    expect(await read(again, ahead)).toMatchObject({ names: ["two"] });
  });
});

/** The transaction of a process that looks whether the database has moved, while another one commits after each of its statements. */
const besideWrites = (transaction: MigrationTransaction, write: () => Promise<unknown>): MigrationTransaction => {
  let isLocked = false;
  const after = async <T>(answer: Promise<T>): Promise<T> => {
    const result = await answer;
    if (!isLocked) await write();
    return result;
  };
  return Object.assign(Object.create(transaction) as MigrationTransaction, {
    all: async <Row>(sql: string, params?: readonly SqlValue[]) => await after(transaction.all<Row>(sql, params)),
    get: async <Row>(sql: string, params?: readonly SqlValue[]) => await after(transaction.get<Row>(sql, params)),
    run: async (sql: string, params?: readonly SqlValue[]) => {
      isLocked ||= /^(lock|alter) table/.test(sql);
      return await after(transaction.run(sql, params));
    },
  });
};

describe("an event log that is written to while a server starts", () => {
  async function start(beforehand: (transaction: Transaction) => Promise<unknown>): Promise<{ epoch: string; committed: number }> {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    await using inventory = await createInventory({ storage: postgresql(database.url) });
    let committed = 0;
    const outside = AsyncLocalStorage.snapshot();
    const write = async (): Promise<unknown> => await outside(async () => await inventory.devices.create({ name: `d${(committed += 1)}` }));
    await write();
    const storage = inventory.host.get(STORAGE);
    await storage.write(beforehand);
    await storage.write(async (transaction) => await renewEventEpoch(besideWrites(transaction, write), silentLogger));
    const row = await storage.read.get<{ epoch: string }>(
      "select substring(col_description('event'::regclass, attnum) from '^epoch (.)') as epoch from pg_attribute where attname = 'txid' and " +
        "attrelid = 'event'::regclass",
    );
    const told = await follow(inventory, "0-0");
    expect(told.names).toHaveLength(committed);
    // Whoever has read all that was committed misses nothing, and is not sent back.
    expect(await follow(inventory, told.next)).toEqual({ names: [], refused: 0, next: told.next });
    return { epoch: row?.epoch ?? "", committed };
  }

  it("stays in its epoch where nothing was taken back", async () => {
    const { epoch, committed } = await start(async () => {});
    expect(epoch).toBe("0");
    expect(committed).toBeGreaterThan(5);
  });

  it("keeps what is committed before the new epoch out of the gap, where the database has moved", async () => {
    const { epoch, committed } = await start(
      async (transaction) => await transaction.run("comment on column event.txid is 'epoch 0 of cluster elsewhere '"),
    );
    expect(epoch).toBe("1");
    expect(committed).toBeGreaterThan(5);
  });
});

describe("a role without rights", () => {
  it("opens its database again and again in one epoch", async () => {
    const databases = new PostgresDatabases(inject("postgresAdminUrl"));
    await using database = await databases.temporaryDatabase();
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    const role = `${database.name}_role`;
    await admin.query(`create role ${role} login`);
    await admin.query(`alter database ${database.name} owner to ${role}`);
    await admin.query("revoke execute on function pg_control_system() from public");
    const url = new URL(database.url);
    url.searchParams.set("user", role);
    for (const name of ["one", "two"]) {
      await using inventory = await createInventory({ storage: postgresql(url.href) });
      await inventory.devices.create({ name });
      // Events wait for transactions that began before them, also those of other tests on this server.
      await vi.waitFor(async () => expect((await read(inventory)).next).toMatch(/^\d{3,9}-\d+$/));
    }
    const { rows } = await admin.query<{ comment: string }>("select col_description('event'::regclass, 2) as comment");
    expect(rows[0]?.comment).toMatch(/^epoch 0 of cluster -\/\d+\/[0-9A-F]{8} /);
    await admin.query(`reassign owned by ${role} to postgres; alter database ${database.name} owner to postgres; drop role ${role}`);
    await admin.end();
  });
});

describe("a backup of SQLite that is restored where nothing was", () => {
  it("gives numbers that no other copy has given, so that places after the backup are told from new ones", async () => {
    await using place = await sqliteDatabase();
    const inventory = await createInventory({ storage: place.storage() });
    for (let n = 0; n < 5; n += 1) await inventory.devices.create({ name: `d${n}` });
    const within = (await read(inventory)).next;
    const copy = `${place.url}.copy`;
    await backUpSqlite(place.url, copy);
    for (let n = 0; n < 3; n += 1) await inventory.devices.create({ name: "after the backup" });
    const beyond = (await read(inventory)).next;
    await inventory.close();
    amendSqlite(copy, [], new Map());
    await using restored = await createInventory({ storage: sqlite(copy) });
    const names = Array.from({ length: 10 }, (_, n) => `new ${n}`);
    for (const name of names) await restored.devices.create({ name });
    expect(await follow(restored, within)).toMatchObject({ names, refused: 0 });
    expect(await follow(restored, beyond)).toMatchObject({
      names: [...Array.from({ length: 5 }, (_, n) => `d${n}`), ...names],
      refused: 1,
    });
  });
});

describe.each(DATABASES)("a place that the log never came to, on %s", (_, open) => {
  it("is refused once, as it was given by another database or before this one was taken back", async () => {
    await using place = await open();
    const old = await createInventory({ storage: place.storage() });
    for (let n = 0; n < 5; n += 1) await old.devices.create({ name: `d${n}` });
    const { next } = await read(old);
    await old.close();
    await using other = await open();
    await using restored = await createInventory({ storage: other.storage() });
    await restored.devices.create({ name: "first" });
    const [txid = "", seq = ""] = next.split("-");
    const beyond = `${BigInt(txid) * 2n}-${Number(seq) + 100}`;
    expect(await follow(restored, beyond)).toMatchObject({ names: ["first"], refused: 1 });
    await restored.devices.create({ name: "second" });
    const from = await follow(restored, "0-0");
    expect(await follow(restored, from.next)).toMatchObject({ names: [], refused: 0 });
  });

  it("is not one that was purged, or the end of an empty log", async () => {
    await using place = await open();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    await inventory.devices.create({ name: "old" });
    const { next } = await read(inventory);
    await clock.advance(91 * DAY_MS);
    await inventory.host.get(EVENT_RETENTION).purge();
    expect(await follow(inventory, next)).toMatchObject({ names: [], refused: 0 });
    await inventory.devices.create({ name: "new" });
    expect(await follow(inventory, next)).toMatchObject({ names: ["new"], refused: 0 });
  });
});
