import { createInventory, type Logger, silentLogger } from "@cadastre/inventory-core";
import { freshStorage, PostgresDatabases } from "@cadastre/testing";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { STORAGES } from "../../../testing/storages.ts";

const MODULE = new URL("../src/fresh-storage.ts", import.meta.url).href;

/** Where `freshStorage` takes its databases from. */
const serverOf = (storage: string): string | undefined => (storage === "postgresql" ? inject("postgresAdminUrl") : undefined);

async function databasesOf(prefix: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: inject("postgresAdminUrl") });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1) order by 1",
      [prefix],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

describe.each(STORAGES)("a fresh storage on %s", (storage) => {
  it("is empty, and shares nothing with another", async () => {
    await using first = await createInventory({ storage: await freshStorage(serverOf(storage)) });
    await first.devices.create({ name: "one" });
    await using second = await createInventory({ storage: await freshStorage(serverOf(storage)) });
    expect(await second.devices.list()).toEqual([]);
  });
});

describe.runIf(STORAGES.includes("postgresql"))("a fresh storage on a server", () => {
  it("migrates a template once, and copies it", async () => {
    const migrated: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      debug: (message, fields) => void (message === "the database was migrated" && migrated.push(fields)),
      info: (message, fields) => void (message === "the database was migrated" && migrated.push(fields)),
    };
    const open = async (): Promise<void> =>
      await (await createInventory({ storage: await freshStorage(inject("postgresAdminUrl")), logger })).close();
    await open();
    migrated.length = 0;
    await open();
    expect(migrated).toEqual([]);
  });

  it("is dropped when it is closed, and when it cannot be opened", async () => {
    const databases = new PostgresDatabases(inject("postgresAdminUrl"));
    const storage = await freshStorage(databases);
    const open = await storage.open({ models: [], clock: { now: Date.now } as never, logger: silentLogger });
    const name = (await open.read.get<{ name: string }>("select current_database() as name"))?.name ?? "";
    expect(await databasesOf(name)).toEqual([name]);
    await open.close();
    expect(await databasesOf(name)).toEqual([]);
    const wrong = { name: "wrong/0001", statements: ["select wrong"] };
    const model = { entities: [], migrations: { sqlite: [], postgresql: [wrong] } };
    const refused = await freshStorage(databases);
    await expect(refused.open({ models: [model], clock: { now: Date.now } as never, logger: silentLogger })).rejects.toThrow("wrong");
    expect((await databasesOf(name.replace(/[^_]*$/, ""))).filter((one) => !one.includes("template"))).toEqual([]);
  });

  it("leaves no database and no template when its process is killed", async () => {
    const script = `import { createInventory, STORAGE } from "@cadastre/inventory-core";
      import { freshStorage } from ${JSON.stringify(MODULE)};
      const inventory = await createInventory({ storage: await freshStorage(${JSON.stringify(inject("postgresAdminUrl"))}) });
      console.log((await inventory.host.get(STORAGE).read.get("select current_database() as name")).name);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const prefix = printed
      .toString()
      .trim()
      .replace(/[^_]*$/, "");
    expect(await databasesOf(prefix)).toHaveLength(2);
    child.kill("SIGKILL");
    await vi.waitFor(async () => expect(await databasesOf(prefix)).toEqual([]), { interval: 20 });
  });
});
