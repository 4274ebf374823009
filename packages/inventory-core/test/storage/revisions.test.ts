import { type OpenStorage, type Revision, type Storage, silentLogger } from "@cadastre/inventory-core";
import { announcementOf, MAX_REVISION_LAG_MS } from "@cadastre/inventory-core/storage-kit";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases, type TemporaryDatabase, ItemEntity } from "@cadastre/testing";
import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connectionTarget } from "../../src/storage/postgresql/connection/connection-target.ts";
import { CurrentServer } from "../../src/storage/postgresql/connection/current-server.ts";
import { AnnouncementListener } from "../../src/storage/postgresql/revisions/announcement-listener.ts";
import { SQLITE_REVISION_MS, SqliteRevision } from "../../src/storage/sqlite/sqlite-revision.ts";

const NAME = "test_news";

let stack: AsyncDisposableStack;
beforeEach(() => void (stack = new AsyncDisposableStack()));
afterEach(async () => await stack.disposeAsync());

async function open(storage: Storage, statements: readonly string[]): Promise<OpenStorage> {
  const migration = { name: "test/0001", statements };
  const models = [{ entities: [ItemEntity], migrations: { sqlite: [migration], postgresql: [migration] } }];
  const opened = await storage.open({ models, clock: new FakeClock(), logger: silentLogger });
  stack.defer(async () => await opened.close());
  return opened;
}

/** Until something is known. */
async function told(revision: Revision | undefined): Promise<number> {
  return await vi.waitFor(
    () => {
      const now = revision?.current();
      expect(now).toBeDefined();
      return now as number;
    },
    { timeout: 30_000, interval: 1 },
  );
}

async function changed(revision: Revision | undefined, before: number): Promise<number> {
  return await vi.waitFor(
    () => {
      const now = revision?.current();
      expect(now).toBeDefined();
      expect(now).not.toBe(before);
      return now as number;
    },
    { timeout: 30_000, interval: 1 },
  );
}

const change = async (storage: OpenStorage, fails = false): Promise<void> =>
  await storage.write(async (transaction) => {
    await transaction.exec("insert into thing (id) values ('a') on conflict do nothing");
    await transaction.exec("update thing set id = id where id = 'a'");
    if (fails) throw new Error("taken back");
  });

describe("a revision on SQLite", () => {
  let path: string;
  const statements = [
    "create table thing (id text primary key)",
    `create table ${NAME} (id integer primary key, revision integer not null)`,
    `insert into ${NAME} (id, revision) values (1, 0)`,
    `create trigger thing_news after update on thing begin update ${NAME} set revision = revision + 1; end`,
  ];
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-revision-"));
    stack.defer(async () => await rm(folder, { recursive: true, force: true }));
    path = join(folder, "inventory.db");
  });

  it("changes with a commit of this process before its caller is answered", async () => {
    const storage = await open(sqlite(path), statements);
    const revision = storage.revision?.(NAME);
    for (const count of [0, 1, 2]) {
      expect(revision?.current()).toBe(count);
      await change(storage);
    }
    await expect(change(storage, true)).rejects.toThrow("taken back");
    expect(revision?.current()).toBe(3);
  });

  it("changes with a commit of another process, as soon as what was read is old", async () => {
    await open(sqlite(path), statements);
    const reader = new Database(path, { readonly: true });
    const other = new Database(path);
    stack.defer(() => void (reader.close(), other.close()));
    let now = 1_000;
    const revision = new SqliteRevision(reader, NAME, () => now);
    expect(revision.current()).toBe(0);
    other.exec("insert into thing (id) values ('a'); update thing set id = id");
    now += SQLITE_REVISION_MS;
    expect(revision.current()).toBe(0);
    now += 0.1;
    expect(revision.current()).toBe(1);
    expect(SQLITE_REVISION_MS).toBeLessThan(MAX_REVISION_LAG_MS);
  });

  it("is not known where nothing counts", async () => {
    const storage = await open(sqlite(path), statements);
    expect(storage.revision?.("nothing").current()).toBeUndefined();
    await storage.write(async (transaction) => await transaction.exec(`delete from ${NAME}`));
    expect(storage.revision?.(NAME).current()).toBeUndefined();
  });
});

describe("a revision on PostgreSQL", () => {
  let databases: PostgresDatabases;
  let database: TemporaryDatabase;
  let here: OpenStorage;
  let there: OpenStorage;
  const statements = [
    'create table thing (id text collate "C" primary key)',
    `create function news() returns trigger language plpgsql as $body$ begin
      perform pg_notify('${NAME}', ''); raise info '${announcementOf(NAME)}'; return null; end $body$`,
    "create trigger thing_news after update on thing for each row execute function news()",
  ];
  beforeEach(async () => {
    databases = new PostgresDatabases(inject("postgresAdminUrl"));
    database = stack.use(await databases.temporaryDatabase());
    here = await open(postgresql(database.url), statements);
    there = await open(postgresql(database.url), statements);
  });

  async function admin(sql: string): Promise<void> {
    const client = new Client({ connectionString: databases.adminUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  const endListener = async (): Promise<void> =>
    await admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(database.url).pathname.slice(1)}'
         and (query like 'listen %' or query like 'select pg_backend_pid%')`,
    );

  it("changes with a commit of this process before its caller is answered, and soon for another", async () => {
    const [mine, theirs] = [here.revision?.(NAME), there.revision?.(NAME)];
    const [before, beforeThere] = [await told(mine), await told(theirs)];
    await change(here);
    expect(mine?.current()).not.toBe(before);
    await changed(theirs, beforeThere);
  });

  it("stays while a change is not committed, and when it is taken back", async () => {
    const theirs = there.revision?.(NAME);
    const before = await told(theirs);
    await expect(change(here, true)).rejects.toThrow("taken back");
    await here.write(async (transaction) => await transaction.exec("insert into thing (id) values ('b')"));
    // What is announced next is heard after what was announced before.
    expect(theirs?.current()).toBe(before);
    await change(here);
    expect(await changed(theirs, before)).toBe(before + 1);
  });

  it("is not known while nobody hears, and another one afterwards", async () => {
    const theirs = there.revision?.(NAME);
    const before = await told(theirs);
    const name = new URL(database.url).pathname.slice(1);
    await admin(`alter database "${name}" with allow_connections false`);
    await endListener();
    await vi.waitFor(() => expect(theirs?.current()).toBeUndefined(), { timeout: 30_000, interval: 1 });
    await change(here);
    expect(theirs?.current()).toBeUndefined();
    await admin(`alter database "${name}" with allow_connections true`);
    expect(await told(theirs)).not.toBe(before);
  });

  it("counts for so long after a sign of life, and goes on after the next one", async () => {
    const servers = new CurrentServer(connectionTarget(database.url), silentLogger, async () => {});
    let now = 1_000;
    let begun = 0;
    const listener = new AnnouncementListener(servers, silentLogger, { begun: () => (begun += 1), announced: () => {} }, () => now);
    stack.defer(async () => await listener.close());
    listener.listen(NAME);
    await vi.waitFor(() => expect(listener.isHearing).toBe(true), { timeout: 30_000, interval: 1 });
    now += MAX_REVISION_LAG_MS + 1;
    expect(listener.isHearing).toBe(false);
    await vi.waitFor(() => expect(listener.isHearing).toBe(true), { timeout: 30_000, interval: 1 });
    expect(begun).toBe(1);
  });
});
