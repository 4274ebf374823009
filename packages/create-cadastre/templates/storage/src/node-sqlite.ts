import type { Storage } from "@cadastre/inventory-core";
import { type Session, sessionStorage, sqliteCode } from "@cadastre/inventory-core/storage-kit";
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** SQLite by the driver that Node brings along. Another driver takes the place of DatabaseSync; all else is the kit's. */
export function nodeSqlite({ file }: { readonly file: string }): Storage {
  return sessionStorage({
    name: "node-sqlite",
    dialect: "sqlite",
    capabilities: { severalProcesses: true, durable: true },
    isThere: () => existsSync(file),
    connect: (purpose) => sessionOf(new DatabaseSync(file, { readOnly: purpose !== "write", timeout: 0 })),
  });
}

const sessionOf = (database: DatabaseSync): Session => ({
  query: async (sql, params) =>
    withCode(() => {
      const statement = database.prepare(sql);
      if (statement.columns().length > 0) return { rows: statement.all(...(params as string[])).map((row) => ({ ...row })), changes: 0 };
      return { rows: [], changes: Number(statement.run(...(params as string[])).changes) };
    }),
  rows: (sql, params) => withCode(() => database.prepare(sql).iterate(...(params as string[])) as IterableIterator<object>),
  close: () => database.close(),
});

/** The storage goes by codes such as SQLITE_BUSY; Node's driver gives their numbers. */
function withCode<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const { errcode } = error as { readonly errcode?: number };
    throw errcode === undefined ? error : Object.assign(error as Error, { code: sqliteCode(errcode) });
  }
}
