import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import Database from "better-sqlite3";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { ENCRYPTION_KEY, run, serve, start } from "../support/command.ts";
import { api, fillEveryTable, tablesOf } from "./support/inventory-data.ts";

type Row = Record<string, string | number | bigint | null>;

/** A row as text, its columns by name; the drivers give whole numbers in different types. */
const lineOf = (row: Row): string =>
  JSON.stringify(
    Object.entries(row)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, value === null ? null : String(value)]),
  );

/** Every row of a table as JSON, by code of this test: not by that of the copy. */
async function rowsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<Row>(`select * from "${table}"`);
  return rows.map(lineOf).toSorted();
}

function sourceRows(file: string, table: string): string[] {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare(`select * from "${table}"`).safeIntegers().all() as Row[];
  database.close();
  return rows.map(lineOf).toSorted();
}

describe("cadastre copy", () => {
  let folder: string;
  let target: TemporaryDatabase;
  let client: Client;
  let file: string;
  let settings: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-copy-"));
    file = join(folder, "inventory.db");
    settings = { DATA_DIR: folder, ENCRYPTION_KEY, TARGET: "" };
    target = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    settings["TARGET"] = target.url;
    client = new Client({ connectionString: target.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await target[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("makes a PostgreSQL database that is equal row by row, in every table, and goes on from there", async () => {
    const server = await serve({
      ...settings,
      INITIAL_ADMIN_USERNAME: "root",
      INITIAL_ADMIN_PASSWORD: "correct horse battery",
      RATE_LIMIT_ENABLED: "false",
      WEBHOOK_ENABLED: "false",
    });
    const call = await api(server.url);
    const network = await call("POST /api/networks", { name: "lab", subnet: "10.20.0.0/24", tags: ["lab"] });
    await call(`POST /api/networks/${network.id}/networks`, { name: "part", length: 30, key: "part" });
    const pool = await call(`POST /api/networks/${network.id}/pools`, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.99" });
    await call(`POST /api/pools/${pool.id}/allocations`, { key: "web" });
    await call("POST /api/datacenters", { name: "dc" });
    const group = await call("POST /api/vlan-groups", { name: "lab" });
    await call(`POST /api/vlan-groups/${group.id}/vlans`, { key: "users", tags: ["lab"] });
    await call("POST /api/discovery/rules", { network_id: network.id, enabled: false });
    for (let n = 0; n < 60; n += 1)
      await call("POST /api/devices", {
        name: `größe-${n} 'x' "y" \\ 🙂`,
        description: "a\nb",
        tags: ["a", `b${n}`],
        addresses: [{ ip: `10.20.0.${n + 100}` }],
        domains: ["a.example"],
      });
    await call("POST /api/spaces", { name: "red" });
    await call("POST /api/fields", { record: "device", name: "owner", type: "text" });
    await call("POST /api/plans", { title: "later", steps: [{ operation: "spaces.create", body: { name: "blue" } }] });
    const [one, two] = [
      await call("POST /api/devices", { name: "one", addresses: [{ ip: "10.20.0.5" }], fields: { owner: "ada" } }),
      await call("POST /api/devices", { name: "two", addresses: [{ ip: "10.20.0.5" }] }),
    ];
    await call(`POST /api/devices/${one.id}/relationships`, { child_id: two.id, type: "contains" });
    await call("POST /api/webhooks", {
      name: "hook",
      url: "https://example.com/hook",
      events: ["device.created"],
      secret: "a secret of sixteen characters",
    });
    await call("POST /api/discovery/snmp/devices", { name: "switch", address: "192.0.2.1", community: "a community" });
    const before = await call("GET /api/events?after=0-0&limit=1000");
    await expect.poll(async () => sourceRows(file, "audit").every((row) => !row.includes('["seal_number",null]'))).toBe(true);
    expect((await server.stop()).code).toBe(0);
    fillEveryTable(file);
    const tables = tablesOf(file);
    // A table of a plugin that is new, and empty here, would be compared with nothing.
    expect(tables.filter((table) => sourceRows(file, table).length === 0)).toEqual([]);

    const copied = await run(["copy", "--to", "env:TARGET", "--json"], settings);
    expect(copied.err).not.toContain("cadastre:");
    expect(copied.code).toBe(0);
    const { tables: counts, equal } = JSON.parse(copied.out) as { tables: Record<string, number>; equal: boolean };
    expect(equal).toBe(true);
    expect(Object.keys(counts).toSorted()).toEqual(tables);
    for (const table of tables) expect(await rowsOf(client, table), table).toEqual(sourceRows(file, table));

    const moved = { DATABASE_URL: target.url, ENCRYPTION_KEY };
    expect(await run(["audit", "verify"], moved)).toMatchObject({ code: 0 });
    // What the test made up there cannot be decrypted.
    await client.query("delete from auth_oauth_key");
    const second = await serve({ ...moved, DISCOVERY_ENABLED: "false", RATE_LIMIT_ENABLED: "false", WEBHOOK_ENABLED: "false" });
    const again = await api(second.url);
    expect((await again("GET /api/events?after=0-0&limit=1000")).events.slice(0, before.events.length)).toEqual(before.events);
    const last = await again("GET /api/events?after=0-0&limit=1000");
    const made = await again("POST /api/devices", { name: "after" });
    // A cursor of before leads to what comes after, and to nothing that was.
    const next = (await again(`GET /api/events?after=${last.next}&limit=10`)).events as { data: { id: string } }[];
    expect(next.map(({ data }) => data.id)).toEqual([made.id]);
    expect((await second.stop()).code).toBe(0);
    expect(await run(["copy", "--to", "env:TARGET"], settings)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/the target is not empty: .*createdb/),
    });
  });

  it("leaves the target empty when it is interrupted, and a second run starts over", async () => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    fillEveryTable(file, 120_000);
    const first = start(["copy", "--to", "env:TARGET"], settings);
    // It has begun when its transaction writes.
    await expect
      .poll(
        async () =>
          (
            await client.query(
              "select 1 from pg_stat_activity where datname = current_database() and query like 'insert into%' and backend_xid is not null",
            )
          ).rowCount,
        { timeout: 60_000, interval: 5 },
      )
      .toBeGreaterThan(0);
    first.child.kill("SIGTERM");
    expect(await first.ended).toMatchObject({ code: 143, out: "", err: expect.stringContaining("interrupted by SIGTERM") });
    expect(await rowsOf(client, "setting")).toEqual([]);
    expect(await rowsOf(client, "event")).toEqual([]);
    const killed = start(["copy", "--to", "env:TARGET"], settings);
    await expect
      .poll(
        async () =>
          (
            await client.query(
              "select 1 from pg_stat_activity where datname = current_database() and query like 'insert into%' and backend_xid is not null",
            )
          ).rowCount,
        { timeout: 60_000, interval: 5 },
      )
      .toBeGreaterThan(0);
    killed.child.kill("SIGKILL");
    await killed.ended;
    await expect.poll(async () => await rowsOf(client, "event")).toEqual([]);
    expect(await run(["copy", "--to", "env:TARGET"], settings)).toMatchObject({ out: expect.stringContaining("event 120000\n") });
  });

  it("refuses what it would not copy whole: a table that nobody knows, a target of another program, a newer source", async () => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const database = new Database(file);
    database.exec("create table of_a_plugin (id text not null primary key)");
    expect(await run(["copy", "--to", "env:TARGET"], settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining("the source has the table of_a_plugin, which the target has not"),
    });
    database.exec("drop table of_a_plugin; insert into cadastre_migration (name, executed_at) values ('core/9999-later', 0)");
    database.close();
    expect(await run(["copy", "--to", "env:TARGET"], settings)).toMatchObject({
      code: 65,
      err: expect.stringContaining("core/9999-later"),
    });
    await client.query("drop schema public cascade; create schema public; create table theirs (id int)");
    const other = join(folder, "other.db");
    expect(await run(["migrate", "up"], { DATABASE_URL: `sqlite://${other}` })).toMatchObject({ code: 0 });
    expect(await run(["copy", "--to", "env:TARGET"], { ...settings, DATABASE_URL: `sqlite://${other}` })).toMatchObject({
      code: 1,
      err: expect.stringContaining("tables of another program (theirs)"),
    });
  });

  it("takes no password as an argument, and tells none", async () => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const refused = await run(["copy", "--to", "postgresql://u:topsecret@127.0.0.1:1/db"], settings);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("PGPASSWORD") });
    const path = join(folder, "url");
    await writeFile(path, "postgresql://u:topsecret@127.0.0.1:1/db\n");
    const away = await run(["copy", "--to", `file:${path}`], settings);
    expect(away).toMatchObject({ code: 1, out: "", err: expect.stringContaining("nothing was copied") });
    expect(refused.err + away.err).not.toContain("topsecret");
    expect(await run(["copy", "--to", "env:NOTHING"], settings)).toMatchObject({
      code: 2,
      err: expect.stringContaining("the variable NOTHING must be postgresql://"),
    });
    expect(await run(["copy", "--to", target.url], { ...settings, DATABASE_URL: target.url })).toMatchObject({
      code: 1,
      err: expect.stringContaining("PostgreSQL"),
    });
  });
});

/** A server that asks for a password, keeps what it is given, and lets nobody in. */
async function passwordServer(): Promise<AsyncDisposable & { readonly port: number; readonly passwords: string[] }> {
  const passwords: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      // AuthenticationCleartextPassword; the answer is the letter p, a length, and the password with a zero.
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      socket.once("data", (message) => {
        passwords.push(message.subarray(5, -1).toString());
        socket.end();
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, passwords, [Symbol.asyncDispose]: async () => void server.close() };
}

describe("the password of a copy", () => {
  it("is taken from where the guide says: PGPASSWORD, ~/.pgpass, PGPASSFILE, or the URL of a file or variable", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-pgpass-"));
    onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
    await using server = await passwordServer();
    const settings = { DATA_DIR: join(folder, "data"), ENCRYPTION_KEY, HOME: folder };
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const place = `127.0.0.1:${server.port}`;
    const pgpass = async (file: string, password: string): Promise<void> =>
      await writeFile(join(folder, file), `${place}:*:cadastre:${password}\n`, { mode: 0o600 });
    await pgpass(".pgpass", "pw-of-home");
    await pgpass("other", "pw-of-file");
    await writeFile(join(folder, "url"), `postgresql://cadastre:pw-of-url@${place}/cadastre\n`);
    const bare = `postgresql://cadastre@${place}/cadastre`;
    const ways: readonly (readonly [string, string, Record<string, string>])[] = [
      ["pw-of-environment", bare, { PGPASSWORD: "pw-of-environment" }],
      ["pw-of-home", bare, {}],
      ["pw-of-file", bare, { PGPASSFILE: join(folder, "other") }],
      ["pw-of-url", `file:${join(folder, "url")}`, {}],
      ["pw-of-url", "env:TARGET", { TARGET: `postgresql://cadastre:pw-of-url@${place}/cadastre` }],
    ];
    for (const [password, to, more] of ways) {
      server.passwords.length = 0;
      const { code, out, err } = await run(["copy", "--to", to], { ...settings, ...more });
      expect([to, server.passwords[0]]).toEqual([to, password]);
      expect(code).toBeGreaterThan(0);
      expect(out + err).not.toContain(password);
    }
  });
});
