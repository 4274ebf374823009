import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases } from "@cadastre/testing";
import Database from "better-sqlite3";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run } from "../support/command.ts";
import { currentMigrations } from "../upgrade/support/schema-fixture.ts";

describe("cadastre migrate", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-migrate-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it.each(["sqlite", "postgresql"] as const)("tells what is applied, pending and unknown, and applies it, on %s", async (dialect) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const numberOf = (owner: string): number => currentMigrations(dialect).filter((name) => name.startsWith(`${owner}/`)).length;
    const file = join(folder, "inventory.db");
    const settings = { ENCRYPTION_KEY, DATABASE_URL: database?.url ?? `sqlite://${file}` };
    const execute = async (sql: string): Promise<void> => {
      if (database === undefined) {
        const handle = new Database(file);
        handle.exec(sql);
        handle.close();
        return;
      }
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    const first = await run(["migrate", "status"], settings);
    const none = { code: 1, out: /^$/, err: /no database at/ };
    const empty = {
      code: 65,
      out: /^pending core\/0001-inventory\n[^]*pending webhooks\//,
      err: /^0 applied, [1-9]\d* pending, 0 unknown/,
    };
    const { code, out, err } = database === undefined ? none : empty;
    expect(first).toMatchObject({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });

    const up = await run(["migrate", "up"], settings);
    expect(up).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^core\/0001-inventory\n[^]*webhooks\//),
      err: expect.stringContaining("applied"),
    });
    expect(await run(["migrate", "up", "--json"], settings)).toMatchObject({ code: 0, out: expect.stringContaining('"applied":[]') });
    const status = await run(["migrate", "status", "--json"], settings);
    expect(status.code).toBe(0);
    expect(JSON.parse(status.out)).toMatchObject({
      pending: [],
      unknown: [],
      plugins: { core: { pending: 0 }, auth: { applied: numberOf("auth") }, webhooks: { applied: numberOf("webhooks") } },
    });

    await execute(
      "delete from cadastre_migration where name like 'webhooks/%'; drop table webhook_progress; drop table webhook_delivery; drop " +
        "table webhook",
    );
    expect(await run(["migrate", "status"], settings)).toMatchObject({
      code: 65,
      out: expect.stringContaining("pending webhooks/"),
      err: expect.stringContaining("cadastre migrate up"),
    });
    expect(await run(["migrate", "up"], settings)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^(webhooks/\\S+\\n){${numberOf("webhooks")}}$`)),
    });

    await execute(
      `insert into cadastre_migration (name, executed_at) values ('core/9999-later', ${database === undefined ? "0" : "now()"})`,
    );
    expect(await run(["migrate", "status"], settings)).toMatchObject({
      code: 65,
      out: expect.stringContaining("unknown core/9999-later"),
      err: expect.stringContaining("newer version"),
    });
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 65, out: "", err: expect.stringContaining("core/9999-later") });
    expect(await run(["serve"], { ...settings, LISTEN_ADDR: "127.0.0.1:0" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("core/9999-later"),
    });
  });

  it("says so when the database cannot be reached, without its password", async () => {
    for (const command of ["status", "up"]) {
      const away = await run(["migrate", command], { ENCRYPTION_KEY, DATABASE_URL: "postgresql://u:topsecret@127.0.0.1:1/db" });
      expect(away).toMatchObject({ code: 1, out: "", err: expect.stringContaining("the database cannot be read") });
      expect(away.err).not.toContain("topsecret");
    }
  });
});
