import type { Storage } from "@cadastre/inventory-core";
import { randomUUID } from "node:crypto";
import { dropAtEnd } from "./postgres/drop-at-end.ts";
import { copyMigrated, migrationsKey, templateOptions } from "./postgres/migrated-copies.ts";
import { PostgresDatabases } from "./postgres/postgres-databases.ts";

/** Names of the databases of this process begin with it. */
const PREFIX = `test_${randomUUID().slice(-12)}_`;
let created = 0;

/**
 * Returns a storage over a new, empty database: SQLite in memory, or a database of a PostgreSQL server that begins as a copy of a
 * template. The first copy of a process makes the template. The database is dropped when the storage closes, and the template when
 * the process ends. A process that is killed leaves neither.
 *
 * @param server a PostgreSQL server, or its URL, whose user may create databases
 *
 * @example
 * await using inventory = await createInventory({ storage: await freshStorage() });
 */
export async function freshStorage(server?: PostgresDatabases | string): Promise<Storage> {
  if (server === undefined) {
    const { sqlite } = await import("@cadastre/inventory-core/sqlite");
    return sqlite(":memory:");
  }
  const { postgresql } = await import("@cadastre/inventory-core/postgresql");
  const databases = typeof server === "string" ? new PostgresDatabases(server) : server;
  const name = `${PREFIX}${(created += 1)}`;
  const storage = postgresql(databases.url(name));
  return {
    ...storage,
    capabilities: { ...storage.capabilities, durable: false },
    open: async (options) => {
      const template = templateOptions("postgresql", options);
      dropAtEnd(databases.adminUrl, PREFIX);
      await copyMigrated(databases, name, `${PREFIX}template_${migrationsKey("postgresql", template)}`, template);
      try {
        const open = await storage.open(options);
        const close = open.close.bind(open);
        open.close = async () => {
          await close();
          await databases.dropDatabase(name);
        };
        return open;
      } catch (error) {
        await databases.dropDatabase(name);
        throw error;
      }
    },
  };
}
