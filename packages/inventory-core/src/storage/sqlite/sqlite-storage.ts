import type { Storage } from "../../contract/storage/storage.ts";
import { mustBePlace, refuseOpenDatabase } from "../opening/given-storage.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/**
 * SQLite storage in one file. Commits are durable when they are told of; several processes may use it.
 * For `:memory:` it is a temporary file that goes with the process, of which nothing waits for a disk.
 *
 * @throws STORAGE_INVALID without a path
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db") })
 */
export function sqlite(path: string, options: SqliteOptions = {}): Storage {
  refuseOpenDatabase(path);
  mustBePlace(path, "the path of the database", 'sqlite("inventory.db"), or sqlite(":memory:") for one that goes with the process');
  const temporary = path === ":memory:";
  return {
    name: "sqlite",
    dialect: "sqlite",
    capabilities: { severalProcesses: !temporary, durable: !temporary },
    // The driver and the ORM are loaded by who opens it: a program that only names its storage starts sooner.
    open: async (open) => await (await import("./open-sqlite.ts")).openSqlite(temporary ? undefined : path, open, options),
  };
}
