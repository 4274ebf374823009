import { createInventory, type Inventory, type Logger, silentLogger, STORAGE } from "@cadastre/inventory-core";
import { connectionTarget } from "@cadastre/inventory-core/upkeep";
import { postgresql, postgresqlState } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connectToServer } from "../../../../src/storage/postgresql/connection/connect-to-server.ts";
import { ConnectionShares } from "../../../../src/storage/postgresql/connection-shares.ts";
import { CurrentServer } from "../../../../src/storage/postgresql/connection/current-server.ts";
import { DatabasePool } from "../../../../src/storage/postgresql/connection/database-pool.ts";
import { pooledQuery } from "../../../../src/storage/postgresql/measured-query.ts";
import { connectionPool } from "../../../../src/storage/postgresql/start/connection-pool.ts";
import { type Relay, startRelay } from "./relay.ts";

let stack: AsyncDisposableStack;
let database: TemporaryDatabase;
let one: Relay;
let two: Relay;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const databases = new PostgresDatabases(inject("postgresAdminUrl"));
  database = stack.use(await databases.temporaryDatabase());
  one = stack.use(await startRelay(databases.adminUrl));
  two = stack.use(await startRelay(databases.adminUrl));
});
afterEach(async () => await stack.disposeAsync());

/** The database through the relays, in this order. */
function through(ports: readonly number[], query = ""): string {
  const url = new URL(database.url);
  const user = url.searchParams.get("user") ?? url.username;
  const password = url.password === "" ? "" : `:${url.password}`;
  return `postgresql://${user}${password}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${database.name}${query}`;
}

async function open(url: string, maxConnections = 10): Promise<Inventory> {
  return stack.use(await createInventory({ storage: postgresql(url, { maxConnections }) }));
}

/** What is sent on a connection before its end is heard of may have been done: changes are made after that. */
async function noticed(inventory: Inventory): Promise<void> {
  await vi.waitFor(() => expect(inventory.host.get(STORAGE).statistics?.()?.connections?.idle).toBe(0));
}

async function sessions(): Promise<number[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

describe("a URL with several hosts", () => {
  it("leads to the first one that answers", async () => {
    await one.break();
    const inventory = await open(through([one.port, two.port], "?target_session_attrs=read-write"));
    await inventory.devices.create({ name: "d" });
    const { migrations, rows } = await postgresqlState(through([one.port, two.port]), { rowsOf: ["device", "none"] });
    expect(migrations.length).toBeGreaterThan(0);
    expect(rows).toEqual({ device: [expect.objectContaining({ name: "d" })] });
  });

  it("names every host and why it will not do, to whoever starts", async () => {
    await one.break();
    await two.break();
    const url = through([one.port, two.port]);
    await expect(open(url)).rejects.toMatchObject({
      code: "DATABASE_NOT_OPENED",
      message: expect.stringContaining(`127.0.0.1:${one.port} (connection refused), 127.0.0.1:${two.port} (connection refused)`),
    });
  });

  it("goes on with the next host when the server is gone, without a failed change", async () => {
    const inventory = await open(through([one.port, two.port]));
    await inventory.devices.create({ name: "before" });
    await one.break();
    await noticed(inventory);
    await inventory.devices.create({ name: "after" });
    expect((await inventory.devices.list()).map(({ name }) => name).toSorted()).toEqual(["after", "before"]);
    await two.break();
    await noticed(inventory);
    // Callers of a running server are not told which hosts there are.
    const failure = await inventory.devices.create({ name: "nowhere" }).then(
      () => undefined,
      (error: { code?: string; message?: string }) => error,
    );
    expect(failure).toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("cannot be reached") });
    expect(failure?.message).not.toContain("127.0.0.1");
  });

  it("passes over a server that is read-only, and takes it for reading where any will do", async () => {
    const target = connectionTarget(through([one.port, two.port], "?target_session_attrs=read-write"));
    const [first, second] = target.hosts;
    const closed = { name: "closed", url: `${first?.url ?? ""}?options=-c%20default_transaction_read_only%3Don` };
    const found = await connectToServer({ ...target, hosts: [closed, second as typeof closed] });
    expect(found.server).toMatchObject({ host: second, isWritable: true });
    await found.client.end();
    await expect(connectToServer({ ...target, hosts: [closed] })).rejects.toMatchObject({
      code: "25006",
      message: expect.stringContaining("closed (is read-only)"),
    });
    for (const [wants, host] of [
      ["any", second],
      ["primary", closed],
    ] as const) {
      const { client, server } = await connectToServer({ ...target, wants, hosts: [closed, second as typeof closed] });
      expect(server.host).toBe(host);
      await client.end();
    }
    const { client, server } = await connectToServer({ ...target, wants: "any", hosts: [closed] });
    expect(server.isWritable).toBe(false);
    await client.end();
  });

  it("ends the search at a server that refuses, as libpq does", async () => {
    const target = connectionTarget(through([one.port, two.port]).replace(database.name, "not_there"));
    await expect(connectToServer(target)).rejects.toMatchObject({ code: "3D000" });
  });
});

describe("a connection", () => {
  it("to a server that takes no writes any more is dropped, and the change is made on another", async () => {
    const inventory = await open(through([one.port]), 1);
    const storage = inventory.host.get(STORAGE);
    const pid = async (): Promise<number | undefined> => (await storage.read.get<{ pid: number }>("select pg_backend_pid() as pid"))?.pid;
    await inventory.devices.create({ name: "before" });
    const before = await pid();
    await storage.read.all("set session characteristics as transaction read only");
    await inventory.devices.create({ name: "after" });
    expect(await pid()).not.toBe(before);
    expect(await sessions()).not.toContain(before);
  });

  it("that breaks during a commit leaves it open whether the change was made, and says so", async () => {
    const inventory = await open(through([one.port, two.port]));
    // The whole statement: that which begins says "read committed".
    one.breakAfter("commit\u0000");
    await expect(inventory.devices.create({ name: "maybe" })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { outcome: "unknown" },
      message: expect.stringMatching(/may have been made.*Idempotency-Key/),
    });
    await vi.waitFor(async () => expect((await inventory.devices.list()).map(({ name }) => name)).toEqual(["maybe"]));
  });

  it("to a machine that vanished is given up when another host is the server", async () => {
    const target = connectionTarget(through([one.port, two.port]));
    const said: string[] = [];
    const logger: Logger = { ...silentLogger, info: (message) => void said.push(message) };
    let moves = 0;
    const servers = new CurrentServer(target, logger, async () => void (moves += 1));
    const pool = new DatabasePool(
      servers,
      2,
      ({ host }, max) => connectionPool(host.url, "none", undefined, silentLogger, { max }),
      "",
      50,
    );
    const shares = new ConnectionShares(2, ConnectionShares.long(2));
    const query = async (text: string) => await pooledQuery(pool, shares, { text });
    stack.defer(async () => await pool.end());
    await query("select 1");
    const waiting = query("select pg_sleep(600)").then(
      () => "answered",
      (error: Error) => error.message,
    );
    await one.silence();
    expect(await waiting).toMatch(/connection terminated/i);
    expect((await query("select 2 as two")).rows).toEqual([{ two: 2 }]);
    expect([moves, said]).toEqual([1, ["connections go to another database server, or one that was restarted"]]);
  });
});
