import { createInventory, type Inventory, silentLogger, STORAGE, systemClock } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, ItemEntity, PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { GivenPool } from "../../../src/storage/postgresql/connection/given-pool.ts";

let stack: AsyncDisposableStack;
let database: TemporaryDatabase;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  database = stack.use(await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase());
});
afterEach(async () => await stack.disposeAsync());

/** A pool as an application has it open. */
function poolOf(config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: database.url, max: 4, ...config }).on("error", () => {});
  stack.defer(async () => (pool.ended ? undefined : await pool.end()));
  return pool;
}

async function open(pool: Pool, schema?: string): Promise<Inventory> {
  return stack.use(await createInventory({ storage: postgresql({ pool, ...(schema === undefined ? {} : { schema }) }) }));
}

/** All of what a connection carries that a statement of its owner may depend on. */
const SETTINGS = `select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
  current_setting('default_transaction_isolation') as isolation, current_setting('transaction_isolation') as now,
  current_setting('max_parallel_workers_per_gather') as workers, current_setting('TimeZone') as zone, current_user as role,
  (select count(*) from pg_prepared_statements)::int as statements, (select count(*) from pg_listening_channels())::int as channels,
  9007199254740993::bigint as whole, timestamptz '2020-01-02 03:04:05+00' as moment`;

interface State {
  readonly settings: unknown;
  readonly listeners: readonly number[];
  readonly pipeline: boolean;
}

/** Every connection of a pool, at once, so that each is another one. */
async function states(pool: Pool): Promise<readonly State[]> {
  const clients: PoolClient[] = await Promise.all(Array.from({ length: pool.options.max }, async () => await pool.connect()));
  try {
    return await Promise.all(
      clients.map(async (client) => ({
        settings: (await client.query(SETTINGS)).rows[0],
        listeners: ["error", "notice", "notification", "end"].map((event) => client.listenerCount(event)),
        pipeline: client.pipeline,
      })),
    );
  } finally {
    for (const client of clients) client.release();
  }
}

/** Work of every kind: changes, refusals, single reads, lists of several pages, and the log. */
async function work(inventory: Inventory): Promise<void> {
  const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/20" });
  const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.7.254" });
  await Promise.all(
    Array.from(
      { length: 60 },
      async (_, index) =>
        await inventory.devices.create({ name: `d${index}`, description: "x".repeat(1500), addresses: [{ ip: `10.0.8.${index + 1}` }] }),
    ),
  );
  await Promise.all(Array.from({ length: 20 }, async () => await inventory.pools.allocate(pool.id, {})));
  await expect(inventory.pools.create(network.id, { name: "q", start_ip: "10.0.0.1", end_ip: "10.0.0.9" })).rejects.toThrow(/overlap/i);
  const lists = await Promise.all(Array.from({ length: 6 }, async () => (await inventory.devices.list()).length));
  expect(lists).toEqual([60, 60, 60, 60, 60, 60]);
  expect(await inventory.host.get(STORAGE).read.all("select held_count from pool")).toEqual([{ held_count: 20 }]);
  expect((await inventory.events.read({ limit: 200 })).events.length).toBe(62);
  await expect(inventory.host.get(STORAGE).read.all("select no_such_column from device")).rejects.toThrow(/no_such_column/);
  expect((await inventory.verify()).differences).toEqual([]);
}

describe("a pool of the application", () => {
  it("comes back as it was: settings, types, listeners and statements", async () => {
    const own = new TypeOverrides();
    own.setTypeParser(types.builtins.INT8, BigInt);
    own.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => `at ${text}`);
    const pool = poolOf({
      types: own,
      statement_timeout: 54_321,
      options: "-c search_path=tenant_7 -c default_transaction_isolation=serializable -c TimeZone=Asia/Tokyo",
      onConnect: (client) => void client.query("set max_parallel_workers_per_gather = 3"),
    });
    const before = await states(pool);
    expect(before[0]?.settings).toMatchObject({
      path: "tenant_7",
      timeout: "54321ms",
      isolation: "serializable",
      workers: "3",
      zone: "Asia/Tokyo",
      whole: 9007199254740993n,
      moment: "at 2020-01-02 12:04:05+09",
      statements: 0,
      channels: 0,
    });
    const inventory = await open(pool, "cadastre");
    await work(inventory);
    expect(await states(pool)).toEqual(before);
    await inventory.close();
    expect(await states(pool)).toEqual(before);
    expect([pool.ended, pool.ending]).toEqual([false, false]);
    // All of them are back.
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it("keeps our statements prepared where the application says so, for several inventories alike", async () => {
    const pool = poolOf({ max: 2 });
    for (const schema of ["one", "two"]) {
      await using inventory = await createInventory({ storage: postgresql({ pool, schema, prepare: true }) });
      await work(inventory);
      expect(
        await inventory.host.get(STORAGE).read.get("select name from pg_prepared_statements where name like 'cadastre%'"),
      ).toBeDefined();
    }
    expect(
      (await pool.query("select (select count(*) from one.device)::int as one, (select count(*) from two.device)::int as two")).rows,
    ).toEqual([{ one: 60, two: 60 }]);
  });

  it("is used with our types, whatever the application has made of those of the driver", async () => {
    const pool = poolOf();
    const before = types.getTypeParser(types.builtins.INT8);
    types.setTypeParser(types.builtins.INT8, BigInt);
    types.setTypeParser(types.builtins.BOOL, (text) => `it is ${text}`);
    stack.defer(() => {
      types.setTypeParser(types.builtins.INT8, before);
      types.setTypeParser(types.builtins.BOOL, (text) => text === "t");
    });
    for (const storage of [postgresql({ pool, schema: "given" }), postgresql({ url: database.url, schema: "own" })]) {
      await using inventory = await createInventory({ storage });
      await work(inventory);
    }
  });

  it("has tables of the same names in another schema, which stay as they are", async () => {
    const pool = poolOf();
    await pool.query(`create table device (id int primary key, name text); insert into device values (1, 'of the application');
      create table event (at timestamptz default now()); create table setting (name int, value int)`);
    await expect(open(pool)).rejects.toMatchObject({
      code: "DATABASE_FOREIGN_TABLE",
      message: expect.stringMatching(/public\.device, public\.event, public\.setting .*a schema \(DATABASE_SCHEMA, or the option schema\)/),
    });
    await work(await open(pool, "cadastre"));
    expect((await pool.query("select * from public.device")).rows).toEqual([{ id: 1, name: "of the application" }]);
    expect((await pool.query("select * from public.event")).rows).toEqual([]);
    expect((await pool.query("select count(*)::int as count from cadastre.device")).rows).toEqual([{ count: 60 }]);
  });

  it("keeps finding the tables where they were at the start, whatever a connection is told later", async () => {
    const pool = poolOf({ max: 2 });
    const inventory = await open(pool);
    const { id } = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await pool.query("create schema elsewhere; create table elsewhere.network (id int)");
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of clients) await client.query("set search_path = elsewhere");
    for (const client of clients) client.release();
    expect((await inventory.networks.list()).map((network) => network.id)).toEqual([id]);
    await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1" }] });
    expect((await inventory.networks.devices(id)).length).toBe(1);
  });

  it("hears what other processes announce, on a connection beside the pool", async () => {
    const pool = poolOf({ max: 2 });
    const inventory = await open(pool, "cadastre");
    const revision = inventory.host.get(STORAGE).revision?.("some_news");
    await expect.poll(() => revision?.current(), { timeout: 30_000, interval: 1 }).toBe(1);
    await pool.query("select pg_notify('some_news', 'another schema'); select pg_notify('some_news', 'cadastre')");
    await expect.poll(() => revision?.current(), { timeout: 30_000, interval: 1 }).toBe(2);
    expect(pool.totalCount).toBeLessThanOrEqual(2);
    await inventory.close();
    const { rows } = await pool.query("select count(*)::int as count from pg_stat_activity where query like 'listen %'");
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("may cut its statements short: what migrates is not", async () => {
    const pool = poolOf({ statement_timeout: 54_321 });
    const statements = ["create table cut as select current_setting('statement_timeout') as timeout"];
    const models = [{ entities: [ItemEntity], migrations: { sqlite: [], postgresql: [{ name: "test/0001", statements }] } }];
    const storage = await postgresql({ pool }).open({ models, clock: systemClock, logger: silentLogger });
    stack.defer(async () => await storage.close());
    expect(await storage.read.all("select timeout from cut")).toEqual([{ timeout: "0" }]);
    expect(await storage.read.get("select current_setting('statement_timeout') as timeout")).toEqual({ timeout: "54321ms" });
  });

  it("that has ended is told of as that", async () => {
    const pool = poolOf();
    const inventory = await open(pool);
    await pool.end();
    await expect(inventory.networks.list()).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("the application has ended the pool of connections that it gave"),
    });
  });

  it("of a server that is away says which", async () => {
    const pool = poolOf({ connectionString: "postgresql://ada@127.0.0.1:9/app" });
    await expect(open(pool)).rejects.toMatchObject({
      code: "DATABASE_NOT_OPENED",
      message: expect.stringContaining("nothing listens at 127.0.0.1:9"),
    });
  });
});

describe("a pool whose connections the application holds", () => {
  it("answers BUSY after WRITE_WAIT, and gives back what comes too late", async () => {
    const [pool, clock] = [poolOf(), new FakeClock()];
    const inventory = stack.use(await createInventory({ storage: postgresql({ pool }), clock, writeWaitMs: 3_000 }));
    const held = await Promise.all(Array.from({ length: 4 }, async () => await pool.connect()));
    const read = inventory.devices.get("0198c5e0-0000-7000-8000-000000000000");
    const calls = Promise.allSettled([inventory.devices.create({ name: "d" }), read]);
    await vi.waitFor(() => expect(pool.waitingCount).toBe(2));
    await clock.advance(3_000);
    await clock.advance(12_000);
    const seconds = (await calls).map((call) => (call.status === "rejected" ? (call.reason as Error) : undefined));
    expect(seconds).toEqual(
      [3, 15].map((waited) =>
        expect.objectContaining({
          code: "BUSY",
          message:
            `all 4 connections of the given pool were in use for ${waited} s, and nothing was written: release connections before calling ` +
            `the inventory, or raise the option max of the pool; send it again`,
        }),
      ),
    );
    for (const client of held) client.release();
    await inventory.devices.create({ name: "after" });
    expect(await inventory.devices.list()).toHaveLength(1);
    await vi.waitFor(() => expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]));
  });
});

describe("connections that are borrowed", () => {
  /** A pool whose connections say of their server what `servers` says, one after the other. */
  function fakePool(servers: readonly { readonly startedAt: string; readonly isStandby: boolean }[]): Pool {
    let made = 0;
    const connect = async (): Promise<unknown> => {
      const server = servers[made];
      made += 1;
      return { on() {}, off() {}, release() {}, pipeline: false, query: async () => ({ rows: [{ ...server, isWritable: true }] }) };
    };
    return { connect, options: { max: 4 }, totalCount: 0, idleCount: 0, waitingCount: 0 } as unknown as Pool;
  }

  it("to another server, or one that was promoted, wait until the event log has its new epoch, which is begun once", async () => {
    const [first, standby, second] = [
      { startedAt: "1", isStandby: false },
      { startedAt: "2", isStandby: true },
      { startedAt: "2", isStandby: false },
    ];
    const { promise: renewed, resolve: renew } = Promise.withResolvers<void>();
    let moves = 0;
    let told = 0;
    const pool = new GivenPool(fakePool([first, first, standby, second, second, second]), {
      onMove: async () => {
        moves += 1;
        await renewed;
      },
      hear: () => () => {},
      clock: systemClock,
    });
    pool.onMoved(() => (told += 1));
    await pool.connect();
    await pool.connect();
    await pool.connect();
    expect(moves).toBe(0);
    let given = 0;
    const both = Promise.all([pool.connect(), pool.connect()].map((client) => client.then(() => (given += 1))));
    await new Promise((resolve) => setImmediate(resolve));
    expect([moves, given]).toEqual([1, 0]);
    renew();
    await both;
    expect([moves, given]).toEqual([1, 2]);
    expect(told).toBeGreaterThanOrEqual(2);
    await pool.connect();
    expect(moves).toBe(1);
  });
});

describe("what is given", () => {
  const untyped = (value: unknown): never => value as never;
  it.each<[string, () => unknown, RegExp]>([
    ["both", () => postgresql(untyped({ url: "postgresql://a@b/c", pool: {} })), /^url, pool and orm exclude each other/],
    [
      "neither",
      () => postgresql(untyped({ schema: "s" })),
      /^the URL of the database is nothing, and must be a text: call .*postgresql\(\{ pool \}\)/,
    ],
    [
      "no name of a schema",
      () => postgresql(untyped({ url: "postgresql://a@b/c", schema: 7 })),
      /^schema must be the name of a schema, and is a number/,
    ],
    ["a long name", () => postgresql("postgresql://a@b/c", { schema: "ä".repeat(32) }), /^schema must be at most 63 bytes long/],
    [
      "a schema of PostgreSQL",
      () => postgresql("postgresql://a@b/c", { schema: "pg_catalog" }),
      /^schema must be none of PostgreSQL's own/,
    ],
  ])("is refused when it is %s", (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: "STORAGE_INVALID", message: expect.stringMatching(message) }));
  });

  it.each<[string, object, RegExp]>([
    ["what is no pool", { pool: {} }, /^pool is no pool of pg: give new Pool/],
    [
      "a pool of one connection",
      { pool: new Pool({ max: 1 }) },
      /^the pool has 1 connection, and at least 2 are needed: raise its option max/,
    ],
    ["what is no MikroORM", { orm: {} }, /^orm is no MikroORM of version 7\.2 or later, which shows its pool: .*onPoolCreated/],
    ["a MikroORM of another version", { orm: { em: { getConnection: () => ({}) } } }, /^orm is no MikroORM of version 7\.2/],
    [
      "a MikroORM of another database",
      { orm: { em: { getConnection: () => ({ getNativeClient: async () => ({ prepare() {} }) }) } } },
      /^pool is no pool of pg/,
    ],
  ])("is refused when it is %s", async (_, given, message) => {
    await expect(createInventory({ storage: postgresql(untyped(given)) })).rejects.toMatchObject({
      code: "STORAGE_INVALID",
      message: expect.stringMatching(message),
    });
  });
});
