import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run } from "../support/command.ts";

// A database that an application has, with a table of one of our names in it.
describe("DATABASE_SCHEMA", () => {
  let database: TemporaryDatabase;
  let client: Client;
  let folder: string;
  let settings: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-schema-"));
    database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query("create table public.device (id int); insert into public.device values (7)");
    settings = { ENCRYPTION_KEY, DATABASE_URL: database.url, DATABASE_SCHEMA: "cadastre" };
  });
  afterEach(async () => {
    await client.end();
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("is where migrations, checks, repairs and the command work", async () => {
    const before = await run(["migrate", "status"], settings);
    expect([before.code, before.err]).toEqual([65, expect.stringMatching(/^0 applied, \d+ pending/)]);
    const up = await run(["migrate", "up"], settings);
    expect([up.code, up.err]).toEqual([0, expect.stringMatching(/, in the schema cadastre: \d+ applied/)]);
    expect((await run(["migrate", "status"], settings)).code).toBe(0);
    const made = await run(["network", "create", "--name", "office", "--subnet", "10.0.0.0/24", "--database", "settings"], settings);
    expect([made.code, made.err]).toEqual([0, expect.any(String)]);
    for (const command of ["verify", "rebuild"]) expect((await run([command], settings)).code).toBe(0);
    const doctor = await run(["doctor", "--json"], settings);
    expect(JSON.stringify(JSON.parse(doctor.out))).toMatch(/"database".*"answers"/);
    expect(doctor.out).not.toContain("pending");
    expect((await client.query("select name from cadastre.network")).rows).toEqual([{ name: "office" }]);
    expect((await client.query("select * from public.device")).rows).toEqual([{ id: 7 }]);
    const { rows } = await client.query("select count(*)::int as count from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([{ count: 1 }]);
    const without = await run(["migrate", "up"], { ...settings, DATABASE_SCHEMA: "" });
    expect([without.code, without.err]).toEqual([
      expect.any(Number),
      expect.stringMatching(/public\.device already exists.*DATABASE_SCHEMA/),
    ]);
    expect(without.code).not.toBe(0);
  });

  it("is where a copy goes", async () => {
    const source = { DATA_DIR: folder, ENCRYPTION_KEY };
    expect((await run(["migrate", "up"], source)).code).toBe(0);
    await run(["network", "create", "--name", "office", "--subnet", "10.0.0.0/24", "--database", "settings"], source);
    const copied = await run(["copy", "--to", "env:TARGET"], { ...source, TARGET: database.url, DATABASE_SCHEMA: "cadastre" });
    expect([copied.code, copied.err]).toEqual([0, expect.stringContaining("verify found no differences in the target")]);
    expect((await client.query("select name from cadastre.network")).rows).toEqual([{ name: "office" }]);
    expect((await client.query("select * from public.device")).rows).toEqual([{ id: 7 }]);
  });

  it("must be a name that PostgreSQL takes", async () => {
    const refused = await run(["migrate", "status"], { ...settings, DATABASE_SCHEMA: "pg_catalog" });
    expect([refused.code, refused.err]).toEqual([78, expect.stringMatching(/DATABASE_SCHEMA must be none of PostgreSQL's own schemas/)]);
  });
});
