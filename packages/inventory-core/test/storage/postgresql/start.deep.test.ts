import { createInventory, type Inventory, silentLogger, STORAGE } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";

// Databases as administrators set them up.

let stack: AsyncDisposableStack;
let database: TemporaryDatabase;
let role: string;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  database = stack.use(await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase());
  role = `role_${randomBytes(6).toString("hex")}`;
});
afterEach(async () => await stack.disposeAsync());

/** Runs statements as the administrator of the server. */
async function admin(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A role without rights of its own, and the URL under which it comes. */
async function newRole(...statements: readonly string[]): Promise<string> {
  await admin(`create role ${role} login password 'p'`, ...statements);
  stack.defer(async () => await admin(`drop owned by ${role} cascade`, `drop role ${role}`));
  const url = new URL(database.url);
  if (url.hostname === "") url.searchParams.set("user", role);
  else [url.username, url.password] = [role, "p"];
  return url.href;
}

async function open(url: string): Promise<Inventory> {
  return stack.use(await createInventory({ storage: postgresql(url) }));
}

async function refusal(url: string): Promise<{ code: string; message: string } | undefined> {
  return await open(url).then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );
}

/** Starts twice, and works with what is there. */
async function worksTwice(url: string, schema: string): Promise<void> {
  const first = await createInventory({ storage: postgresql(url) });
  const { id } = await first.networks.create({ name: "n", subnet: "10.0.0.0/24" });
  await first.close();
  const second = await open(url);
  expect((await second.networks.list()).map((network) => network.id)).toEqual([id]);
  await second.devices.create({ name: "d", addresses: [{ ip: "10.0.0.1" }] });
  expect((await second.networks.devices(id)).length).toBe(1);
  const rows = await second.host
    .get(STORAGE)
    .read.all<{ schema: string }>(
      "select distinct n.nspname::text as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname in " +
        "('device', 'cadastre_migration', 'audit')",
    );
  expect(rows.map((row) => row.schema)).toEqual([schema]);
}

describe("the schema of the tables", () => {
  it("is the one of the role's name", async () => {
    const url = await newRole("create extension pg_trgm", `create schema authorization ${role}`);
    await worksTwice(url, role);
  });

  it("is the first of the search path, by any name", async () => {
    const url = await newRole(
      "create extension pg_trgm",
      `create schema "Ops.inventory ""x""" authorization ${role}`,
      `alter role ${role} set search_path = "Ops.inventory ""x""", public`,
    );
    await worksTwice(url, `Ops.inventory "x"`);
  });

  it("stays where it was when another schema comes before it", async () => {
    const url = await newRole("create extension pg_trgm", `grant create on schema public to ${role}`);
    await (await createInventory({ storage: postgresql(url) })).close();
    await admin(`create schema authorization ${role}`);
    await worksTwice(url, "public");
  });

  it("finds pg_trgm in another schema", async () => {
    const url = await newRole(
      "create schema extensions",
      "create extension pg_trgm schema extensions",
      `grant usage on schema extensions to ${role}`,
      `create schema authorization ${role}`,
    );
    await worksTwice(url, role);
  });
});

describe("says at the start what is in the way", () => {
  it("another encoding", async () => {
    const name = `latin_${randomBytes(6).toString("hex")}`;
    await admin(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    stack.defer(async () => await admin(`drop database ${name} with (force)`));
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    expect(await refusal(url.href)).toEqual({ code: "DATABASE_ENCODING", message: expect.stringMatching(/LATIN1.*UTF8/) });
  });

  it("standard_conforming_strings off", async () => {
    await admin(`alter database "${database.name}" set standard_conforming_strings = off`);
    expect(await refusal(database.url)).toEqual({
      code: "DATABASE_SETTING",
      message: expect.stringContaining("standard_conforming_strings = on"),
    });
  });

  it("pg_trgm not allowed", async () => {
    const url = await newRole(`create schema authorization ${role}`);
    expect(await refusal(url)).toEqual({ code: "DATABASE_EXTENSION", message: expect.stringContaining("create extension pg_trgm") });
    await admin(`grant create on database "${database.name}" to ${role}`);
    expect(await refusal(url)).toBeUndefined();
  });

  it("pg_trgm in a schema that the role may not use", async () => {
    const url = await newRole(
      "create schema extensions",
      "create extension pg_trgm schema extensions",
      `create schema authorization ${role}`,
    );
    expect(await refusal(url)).toEqual({
      code: "DATABASE_EXTENSION",
      message: expect.stringContaining(`grant usage on schema extensions to ${role}`),
    });
  });

  it("no right to create", async () => {
    const url = await newRole("create extension pg_trgm", "revoke create on schema public from public");
    expect(await refusal(url)).toEqual({
      code: "DATABASE_RIGHTS",
      message: expect.stringContaining(`grant create on schema public to ${role}`),
    });
  });

  it("no schema at all", async () => {
    const url = await newRole("create extension pg_trgm", `alter role ${role} set search_path = nowhere`);
    expect(await refusal(url)).toEqual({ code: "DATABASE_SCHEMA", message: expect.stringContaining("search_path") });
  });

  it("no right on the tables", async () => {
    await (await createInventory({ storage: postgresql(database.url) })).close();
    const url = await newRole();
    expect(await refusal(url)).toEqual({ code: "DATABASE_RIGHTS", message: expect.stringContaining(`to ${role}`) });
    await admin(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    expect(await refusal(url)).toBeUndefined();
  });

  it("no right to read, for a storage that is opened read-only, which needs no other", async () => {
    await using inventory = await createInventory({ storage: postgresql(database.url) });
    await inventory.devices.create({ name: "db01" });
    const options = { models: [coreModel], clock: new FakeClock(), logger: silentLogger, readOnly: true };
    const storage = postgresql(await newRole());
    await expect(storage.open(options)).rejects.toMatchObject({ code: "DATABASE_RIGHTS", message: expect.stringContaining("select on") });
    await admin(`grant select on all tables in schema public to ${role}`);
    const opened = await storage.open(options);
    stack.defer(async () => await opened.close());
    expect(await opened.read.all("select name from device")).toEqual([{ name: "db01" }]);
    await expect(opened.write(async () => {})).rejects.toMatchObject({ code: "READ_ONLY" });
  });

  it("a foreign table of our name, before the first start and in front of our tables", async () => {
    await admin("create table device (id int)");
    expect(await refusal(database.url)).toEqual({ code: "DATABASE_FOREIGN_TABLE", message: expect.stringContaining("public.device") });
    await admin("drop table device");
    await (await createInventory({ storage: postgresql(database.url) })).close();
    await admin(
      "create schema other",
      "create table other.device (id int)",
      `alter database "${database.name}" set search_path = other, public`,
    );
    expect(await refusal(database.url)).toEqual({
      code: "DATABASE_FOREIGN_TABLE",
      message: expect.stringMatching(/other\.device.*public/),
    });
  });

  it("migrations of a newer program", async () => {
    await (await createInventory({ storage: postgresql(database.url) })).close();
    await admin("insert into cadastre_migration (name) values ('core/9999-later')");
    expect(await refusal(database.url)).toEqual({ code: "DATABASE_TOO_NEW", message: expect.stringContaining("core/9999-later") });
  });
});

it("is not ready on a database that takes no writes", async () => {
  const storage = (await open(database.url)).host.get(STORAGE);
  await storage.ping();
  await admin(
    `alter database "${database.name}" set default_transaction_read_only = on`,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const answers = async (): Promise<string> =>
    await storage.ping().then(
      () => "ready",
      (error: { message: string }) => error.message,
    );
  // A connection that the server has just closed may answer first.
  await answers();
  expect(await answers()).toContain("read-only");
});
