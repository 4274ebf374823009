import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { SqliteRaw } from "./raw/sqlite-raw.ts";
import type { Engine, OpenOptions, Subject } from "./subject.ts";

/** SQLite files in a temporary folder. */
export async function sqliteEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "cadastre-bench-"));
  const memory = new SqliteRaw(":memory:");
  const { version } = memory.get("select sqlite_version() as version") as { version: string };
  memory.close();
  let databases = 0;
  return {
    storage: "sqlite",
    about: `SQLite ${version}, WAL, synchronous=FULL, in ${tmpdir()}`,
    open: async (options) => {
      const file = join(folder, `${(databases += 1)}.db`);
      return await openSqlite(file, options, () => {
        for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      });
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** A database file. @param remove it, after it was closed */
export async function openSqlite(
  file: string,
  { through = (storage) => storage, plugins = [], options = {} }: OpenOptions = {},
  remove = (): void => {},
): Promise<Subject> {
  const inventory = await createInventory({ ...options, storage: through(sqlite(file)), plugins });
  const raw = new SqliteRaw(file);
  return {
    storage: "sqlite",
    inventory,
    raw,
    url: `sqlite://${file}`,
    connect: async () => new SqliteRaw(file),
    settle: async () => void raw.get("pragma wal_checkpoint(truncate)"),
    close: async () => {
      await inventory.close();
      raw.close();
      remove();
    },
  };
}
