import Database from "libsql";
import { resolve } from "node:path";
import type { Storage } from "../../contract/storage/storage.ts";
import { sessionStorage, type SessionStorageOptions } from "../sessions/session-storage.ts";
import type { Session } from "../sessions/session.ts";

export type LibsqlOptions = Pick<SessionStorageOptions, "busyTimeoutMs">;

/**
 * SQLite storage in one file by libSQL, the fork of SQLite, for applications that have its driver. Several processes may use one file.
 * For a file that nothing else but Cadastre uses, `sqlite` of `./sqlite` writes several changes with one sync of the disk, and checkpoints
 * beside them.
 *
 * @param path of a file; it is made when it is missing, its folder is not
 */
export function libsql(path: string, options: LibsqlOptions = {}): Storage {
  const file = resolve(path);
  return sessionStorage({
    ...options,
    name: "libsql",
    dialect: "sqlite",
    capabilities: { severalProcesses: true, durable: true },
    // Who waits for a lock looks again, and blocks nobody meanwhile.
    connect: (purpose) => libsqlSession(new Database(file, { readonly: purpose !== "write", timeout: 0 })),
  });
}

const libsqlSession = (database: Database.Database): Session => ({
  async query(sql, params) {
    // A prepared BEGIN IMMEDIATE that found the database busy would keep its snapshot, and never get the lock with it.
    if (sql.startsWith("begin")) return (database.exec(sql), { rows: [], changes: 0 });
    const statement = database.prepare(sql);
    if (statement.reader) return { rows: statement.all(...params) as object[], changes: 0 };
    return { rows: [], changes: statement.run(...params).changes };
  },
  rows: (sql, params) => database.prepare(sql).iterate(...params) as IterableIterator<object>,
  close: () => void database.close(),
});
