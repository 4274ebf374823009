import {
  createInventory,
  type Inventory,
  type OpenStorage,
  type Revision,
  silentLogger,
  STORAGE,
  systemClock,
} from "@cadastre/inventory-core";
import { announcementOf } from "@cadastre/inventory-core/storage-kit";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases, type TemporaryDatabase, ItemEntity } from "@cadastre/testing";
import { restoreInto } from "../../../../../testing/servers/restore-into.ts";
import { randomBytes } from "node:crypto";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";

let stack: AsyncDisposableStack;
let databases: PostgresDatabases;
let database: TemporaryDatabase;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  databases = new PostgresDatabases(inject("postgresAdminUrl"));
  database = stack.use(await databases.temporaryDatabase());
});
afterEach(async () => await stack.disposeAsync());

/** Asks as the administrator of the server. */
async function admin<Row extends object>(...statements: readonly string[]): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function open(schema: string, url = database.url): Promise<Inventory> {
  return stack.use(await createInventory({ storage: postgresql({ url, schema }) }));
}

/** Everything in a schema but what belongs to an extension. */
const OBJECTS = `
  with found as (
    select 'pg_class'::regclass as class, oid, relname::text as name, relnamespace as schema from pg_class
    union all select 'pg_proc'::regclass, oid, proname, pronamespace from pg_proc
    union all select 'pg_type'::regclass, oid, typname, typnamespace from pg_type)
  select n.nspname::text as schema, found.name from found join pg_namespace n on n.oid = found.schema
  where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    and not exists (select 1 from pg_depend d where d.classid = found.class and d.objid = found.oid and d.deptype = 'e')`;

describe("a schema of its own", () => {
  it("is made, and has all that is ours, by any name", async () => {
    const inventory = await open('Ops ".x');
    await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const objects = await admin<{ schema: string; name: string }>(OBJECTS);
    expect([...new Set(objects.map(({ schema }) => schema))]).toEqual(['Ops ".x']);
    const names = objects.map(({ name }) => name);
    for (const name of ["device", "event_seq_seq", "audit_refuse", "cadastre_key_range", "device_search", "cadastre_migration"])
      expect(names).toContain(name);
  });

  it("needs rights that the refusal names, word for word", async () => {
    const role = `Role ${randomBytes(6).toString("hex")}`;
    await admin(`create role "${role}" login password 'p'`);
    stack.defer(async () => void (await admin(`drop owned by "${role}" cascade`, `drop role "${role}"`)));
    const url = new URL(database.url);
    if (url.hostname === "") url.searchParams.set("user", role);
    else [url.username, url.password] = [encodeURIComponent(role), "p"];
    /** Does what the message says after its colon, in one of the ways that it names. */
    const follow = async (pattern: RegExp): Promise<void> => {
      const message = await open("own", url.href).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(message).toMatch(pattern);
      const advice = message.slice(message.indexOf(": ") + 2).split(", or ")[0] ?? "";
      await admin(advice);
    };
    await follow(/may not create the schema own, which does not exist: create schema "own" authorization/);
    await admin(`alter schema own owner to current_user`, "create extension pg_trgm");
    await follow(/may not use the schema own: grant usage on schema "own" to "Role/);
    await expect(open("own", url.href)).rejects.toThrow(/may not create tables in the schema own: grant create on schema own to/);
    await admin(`grant create on schema own to "${role}"`);
    await (await open("own", url.href)).devices.create({ name: "d" });
  });

  it("is copied to another database as any other, and is whole there", async () => {
    const source = await open("cadastre");
    const network = await source.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await source.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1" }] });
    const target = stack.use(await databases.temporaryDatabase());
    await (await createInventory({ storage: postgresql({ url: target.url, schema: "cadastre" }) })).close();
    const within = (url: string): string => {
      const there = new URL(url);
      there.searchParams.set("options", "-c search_path=cadastre");
      return there.href;
    };
    await restoreInto(within(database.url), within(target.url));
    const restored = await open("cadastre", target.url);
    expect((await restored.networks.list()).map(({ id }) => id)).toEqual([network.id]);
    expect((await restored.verify()).differences).toEqual([]);
  });
});

describe("two inventories in one database", () => {
  it("start together, and see nothing of each other", async () => {
    const [one, two] = await Promise.all([open("one"), open("two")]);
    await one.networks.create({ name: "of one", subnet: "10.0.0.0/24" });
    const { id } = await two.networks.create({ name: "of two", subnet: "10.0.0.0/24" });
    expect((await one.networks.list()).map(({ name }) => name)).toEqual(["of one"]);
    expect((await two.networks.list()).map(({ name }) => name)).toEqual(["of two"]);
    expect((await two.events.read({ limit: 10 })).events.map((event) => event.record_id)).toEqual([id]);
    for (const inventory of [one, two]) expect((await inventory.verify()).differences).toEqual([]);
  });

  it("wait for no lock of each other, through a pool that both use too", async () => {
    const pool = new Pool({ connectionString: database.url, max: 4 }).on("error", () => {});
    stack.defer(async () => await pool.end());
    const one = await open("one");
    const two = stack.use(await createInventory({ storage: postgresql({ pool, schema: "two" }) }));
    const three = stack.use(await createInventory({ storage: postgresql({ pool, schema: "three" }) }));
    const locks = [
      { on: "topology", mode: "exclusive" },
      { on: "space", space: 0 },
      { on: "name", name: "n" },
      { on: "record", table: "device", id: "d" },
    ] as const;
    /** Does `work` while all of its locks are held. */
    const under = async (inventory: Inventory, work: () => Promise<unknown>): Promise<void> =>
      await inventory.host.get(STORAGE).write(async (transaction) => {
        // One that is not free is not waited for.
        await transaction.exec("set local lock_timeout = '1s'");
        await transaction.lock(...locks);
        await transaction.get("select 1 as one");
        await work();
      });
    let done = 0;
    await under(one, async () => await under(two, async () => await under(three, async () => (done += 1))));
    expect(done).toBe(1);
    await under(one, async () => await two.networks.create({ name: "n", subnet: "10.0.0.0/24" }));
  });

  it("hear only what their own tables announce", async () => {
    const statements = [
      'create table thing (id text collate "C" primary key)',
      `create function news() returns trigger language plpgsql as $body$ begin
        perform pg_notify('news', tg_table_schema); raise info '${announcementOf("news")}'; return null; end $body$`,
      "create trigger thing_news after insert on thing for each row execute function news()",
    ];
    const models = [{ entities: [ItemEntity], migrations: { sqlite: [], postgresql: [{ name: "test/0001", statements }] } }];
    const opened = async (schema: string): Promise<OpenStorage> => {
      const storage = await postgresql({ url: database.url, schema }).open({ models, clock: systemClock, logger: silentLogger });
      stack.defer(async () => await storage.close());
      return storage;
    };
    const [mine, other, again] = [await opened("one"), await opened("two"), await opened("one")];
    const [news, fence] = [mine.revision?.("news"), mine.revision?.("fence")];
    const heard = async (revision: Revision | undefined): Promise<number | undefined> => {
      let now: number | undefined;
      await expect.poll(() => (now = revision?.current()), { timeout: 30_000, interval: 1 }).toBeDefined();
      return now;
    };
    /** What was announced before has been heard when this is. */
    const passFence = async (): Promise<void> => {
      const before = await heard(fence);
      await other.read.get("select pg_notify('fence', '')");
      await expect.poll(() => fence?.current(), { timeout: 30_000, interval: 1 }).toBe((before ?? 0) + 1);
    };
    await heard(news);
    await passFence();
    const before = await heard(news);
    await other.write(async (transaction) => await transaction.exec("insert into thing (id) values ('a')"));
    await passFence();
    expect(news?.current()).toBe(before);
    await again.write(async (transaction) => await transaction.exec("insert into thing (id) values ('a')"));
    await passFence();
    expect(news?.current()).toBe((before ?? 0) + 1);
  });

  it("go on when the schema of the other is dropped", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.close();
    await admin("drop schema one cascade");
    await two.devices.create({ name: "found by its name" });
    expect((await two.search.all({ q: "by its" })).results.length).toBe(1);
    const rows = await admin<{ schema: string }>(
      "select n.nspname::text as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = 'device_search'",
    );
    expect(rows).toEqual([{ schema: "two" }]);
  });
});
