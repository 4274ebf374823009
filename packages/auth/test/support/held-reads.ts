import type { OpenStorage, Queries } from "@cadastre/inventory-core";
import { proxyOf } from "./before-write.ts";
import type { TestDatabase } from "./storages.ts";

/** Holds what was read of a table back from whoever asked, until a test lets it go. */
export class HeldReads {
  #held: { readonly table: string; readonly read: () => void; readonly go: Promise<void> } | undefined;

  /** Holds the next read of a table. @returns when it was read, and what lets it go */
  hold(table: string): { readonly read: Promise<void>; readonly release: () => void } {
    const [read, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = { table, read: read.resolve, go: go.promise };
    return { read: read.promise, release: go.resolve };
  }

  /** The database, opened so that {@link hold} sees each read. */
  of(database: TestDatabase): TestDatabase {
    return {
      open: () => {
        const storage = database.open();
        return proxyOf(storage, { open: async (options) => this.#holding(await storage.open(options)) });
      },
      drop: async () => await database.drop(),
    };
  }

  #holding(opened: OpenStorage): OpenStorage {
    const get: Queries["get"] = async (sql, params) => {
      const row = await opened.read.get(sql, params);
      const held = this.#held;
      if (held === undefined || !sql.includes(` ${held.table} `)) return row as never;
      this.#held = undefined;
      held.read();
      await held.go;
      return row as never;
    };
    return proxyOf(opened, { read: proxyOf(opened.read, { get }) });
  }
}
