import type { Storage } from "../../contract/storage/storage.ts";
import { IN_MEMORY, mustBePath, refuseOpenDatabase } from "../opening/given-storage.ts";
import { explainMissingFiles } from "../opening/package-files.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/**
 * SQLite storage in one file. A commit is durable when its call returns; several processes may use the file.
 *
 * With `:memory:` the database is in the memory of this process, on one handle: reads wait for the open transaction, and lists are read
 * whole. It writes no file. The second database with the same plugins is copied from the first, without running migrations (decision 0464).
 *
 * @param path of the file, or `:memory:`
 * @throws STORAGE_INVALID for a value that is no path, and for a URL; opening it throws PACKAGE_FILES_MISSING when better-sqlite3 was
 * bundled
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db") })
 */
export function sqlite(path: string, options: SqliteOptions = {}): Storage {
  refuseOpenDatabase(path);
  mustBePath(path, "sqlite");
  const inMemory = path === ":memory:";
  return {
    name: "sqlite",
    dialect: "sqlite",
    capabilities: inMemory ? IN_MEMORY : { severalProcesses: true, durable: true, readOnly: true },
    // The driver and the ORM are loaded by who opens it: a program that only names its storage starts sooner.
    open: async (open) => {
      try {
        return inMemory
          ? await (await import("./open-memory.ts")).openMemory(open)
          : await (await import("./open-sqlite.ts")).openSqlite(path, open, options);
      } catch (error) {
        throw explainMissingFiles("better-sqlite3", error);
      }
    },
    migrations: async () => (inMemory ? [] : (await import("./open-sqlite.ts")).migrationsOfFile(path)),
  };
}
