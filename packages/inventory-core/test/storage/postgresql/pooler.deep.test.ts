import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { postgresql, type PostgresqlOptions } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { statementName } from "../../../src/storage/postgresql/driver-query.ts";
import { setDefaultIsolation } from "./default-isolation.ts";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";

if (!hasPgbouncer) console.warn("skipped: 10 tests through PgBouncer, which is not installed (Debian: apt-get install pgbouncer)");

let stack: AsyncDisposableStack;
let databases: PostgresDatabases;
let database: TemporaryDatabase;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  databases = new PostgresDatabases(inject("postgresAdminUrl"));
  database = stack.use(await databases.temporaryDatabase());
});
afterEach(async () => await stack.disposeAsync());

async function pooler(mode: "session" | "transaction" | "statement", poolSize?: number): Promise<Pgbouncer> {
  return stack.use(await startPgbouncer(mode, databases.adminUrl, poolSize));
}

async function host(url: string, options: PostgresqlOptions = {}): Promise<Inventory> {
  return stack.use(await createInventory({ storage: postgresql(url, options) }));
}

async function refusal(work: Promise<unknown>): Promise<{ code?: string; message?: string }> {
  return await work.then(
    () => ({}),
    (error: { code?: string; message?: string }) => ({ code: error.code ?? "", message: error.message ?? "" }),
  );
}

async function preparedNames(inventory: Inventory): Promise<string[]> {
  const { read } = inventory.host.get(STORAGE);
  return (await read.all<{ name: string }>("select name from pg_prepared_statements where name like 'cadastre%'")).map(({ name }) => name);
}

it("names a statement by its text, in every process alike", async () => {
  // The driver's query itself has no name once the process knows very many texts.
  expect(statementName("select $1 as one")).toBe("cadastre_-uIYSd2houoJ6sUoOz9KSdGj");
  expect(statementName("select $1 as two")).not.toBe(statementName("select $1 as one"));
});

it("keeps statements prepared where there is no pooler", async () => {
  const inventory = await host(database.url);
  expect((await preparedNames(inventory)).length).toBeGreaterThan(0);
});

/** Work of two hosts at once: writes, allocations, single reads, lists of several pages, and the log of events. */
async function workOfTwo(hosts: readonly [Inventory, Inventory]): Promise<void> {
  const [a, b] = hosts;
  const network = await a.networks.create({ name: "n", subnet: "10.0.0.0/20" });
  const pool = await b.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.7.254" });
  const made = await Promise.all(
    Array.from(
      { length: 60 },
      async (_, index) =>
        await (hosts[index % 2] as Inventory).devices.create({
          name: `d${index}`,
          description: "x".repeat(1500),
          addresses: [{ ip: `10.0.8.${index + 1}` }],
        }),
    ),
  );
  const given = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => await (hosts[index % 2] as Inventory).pools.allocate(pool.id, {})),
  );
  expect(new Set(given.flatMap(({ allocations }) => allocations.map(({ ip }) => ip))).size).toBe(40);
  const lists = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => (await (hosts[index % 2] as Inventory).devices.list()).length),
  );
  expect(lists).toEqual(Array.from({ length: 8 }, () => 60));
  expect((await a.devices.get(made[1]?.id ?? "")).name).toBe("d1");
  const seen: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await b.events.read({ limit: 25, ...(after === undefined ? {} : { after }) });
    if (page.events.length === 0) break;
    seen.push(...page.events.filter(({ event }) => event === "device.created").map((event) => event.record_id));
    after = page.next;
  }
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  expect((await a.verify()).differences).toEqual([]);
}

describe.skipIf(!hasPgbouncer)("through PgBouncer", () => {
  it.each(["session", "transaction"] as const)("migrates and works with two hosts, pooled by %s, without being told", async (mode) => {
    const bouncer = await pooler(mode);
    // Hosts that start together migrate one after the other.
    const hosts = await Promise.all([host(bouncer.url(database.url)), host(bouncer.url(database.url))]);
    await workOfTwo(hosts);
    for (const inventory of hosts) await inventory.host.get(STORAGE).ping();
  });

  it.each(["session", "transaction"] as const)(
    "works in a schema of its own, on a URL and on a pool of the application, pooled by %s",
    async (mode) => {
      const bouncer = await pooler(mode, mode === "transaction" ? 3 : undefined);
      const url = bouncer.url(database.url);
      const pool = new Pool({ connectionString: url }).on("error", () => {});
      stack.defer(async () => await pool.end());
      const given = stack.use(await createInventory({ storage: postgresql({ pool, schema: "own" }) }));
      await workOfTwo([await host(url, { schema: "own" }), given]);
      // Whoever gets the connections of the server next finds nothing of ours on them.
      const paths = await Promise.all(Array.from({ length: 10 }, async () => (await pool.query("show search_path")).rows[0]));
      expect(paths).toEqual(Array.from({ length: 10 }, () => ({ search_path: '"$user", public' })));
    },
  );

  it("keeps statements prepared when it is told that a client has its connection for the session", async () => {
    const bouncer = await pooler("session");
    const url = bouncer.url(database.url);
    const hosts = await Promise.all([host(url, { pooler: "session" }), host(url, { pooler: "session" })]);
    await workOfTwo(hosts);
    expect((await preparedNames(hosts[0])).length).toBeGreaterThan(0);
  });

  it("shares two server connections between two hosts, whatever the default isolation", async () => {
    await setDefaultIsolation(database, "serializable");
    const bouncer = await pooler("transaction", 2);
    const url = bouncer.url(database.url);
    await workOfTwo(await Promise.all([host(url, { pooler: "transaction" }), host(url)]));
  });

  it.each([
    ["none", "transaction", /session or transaction/],
    ["none", "session", /session or transaction/],
    ["session", "transaction", /set it to transaction/],
    ["auto", "statement", /statement mode/],
  ] as const)("says at the start that %s does not fit a pooler by %s", async (setting, mode, sentence) => {
    const bouncer = await pooler(mode);
    expect(await refusal(host(bouncer.url(database.url), { pooler: setting }))).toEqual({
      code: "DATABASE_POOLER",
      message: expect.stringMatching(sentence),
    });
  });
});
