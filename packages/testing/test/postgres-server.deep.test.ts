import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Client } from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { PostgresDatabases } from "@cadastre/testing";

const SERVER_MODULE = new URL("../src/postgres/postgres-server.ts", import.meta.url).href;

describe("PostgreSQL for tests", () => {
  const databases = new PostgresDatabases(inject("postgresAdminUrl"));

  it("gives each caller a database of its own", async () => {
    await using first = await databases.temporaryDatabase();
    await using second = await databases.temporaryDatabase();
    await query(first.url, "create table only_here (id int)");
    expect(await query(first.url, "select count(*)::int as n from only_here")).toEqual([{ n: 0 }]);
    await expect(query(second.url, "select * from only_here")).rejects.toThrow("does not exist");
  });

  it("copies a template", async () => {
    await using template = await databases.temporaryDatabase();
    await query(template.url, "create table copied (id int)");
    await using copy = await databases.temporaryDatabase(template.name);
    expect(await query(copy.url, "select * from copied")).toEqual([]);
  });

  it("drops a database that still has connections", async () => {
    const database = await databases.temporaryDatabase();
    const client = new Client({ connectionString: database.url });
    client.on("error", () => {});
    await client.connect();
    await database[Symbol.asyncDispose]();
    await expect(query(database.url, "select 1")).rejects.toThrow("does not exist");
    await client.end();
  });

  it.skipIf(process.env["TEST_POSTGRES_URL"])("leaves nothing behind when the process that started it is killed", async () => {
    const script = `import { startPostgres } from ${JSON.stringify(SERVER_MODULE)};
      console.log((await startPostgres()).adminUrl);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const url = printed.toString().trim();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    child.kill("SIGKILL");
    const directory = new URL(url).searchParams.get("host") ?? "";
    await vi.waitFor(() => expect(existsSync(directory)).toBe(false), { interval: 20 });
    await expect(query(url, "select 1")).rejects.toThrow("ENOENT");
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
