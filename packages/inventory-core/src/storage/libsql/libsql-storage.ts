import Database from "libsql";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Storage } from "../../contract/storage/storage.ts";
import { IN_MEMORY, mustBePath } from "../opening/given-storage.ts";
import { sessionStorage, type SessionStorageOptions } from "../sessions/session-storage.ts";
import type { Session } from "../sessions/session.ts";
import { sqliteCode } from "../sessions/sqlite-code.ts";
import { sqliteOpenFailure } from "../sqlite/sqlite-failures.ts";
import { storageErrors } from "../storage-errors.ts";

export type LibsqlOptions = Pick<SessionStorageOptions, "busyTimeoutMs">;

/**
 * SQLite storage in one file by libSQL, the fork of SQLite, for applications that have its driver. Several processes may use one file.
 * For a file that nothing else but Cadastre uses, `sqlite` of `./sqlite` writes several changes with one sync of the disk, and checkpoints
 * beside them.
 *
 * @param path of a file; it is made when it is missing, its folder is not. `:memory:` is a database on one handle in the memory of this
 * process: reads wait for the open transaction, and lists are read whole
 * @throws STORAGE_INVALID for a value that is no path, and for a URL
 */
export function libsql(path: string, options: LibsqlOptions = {}): Storage {
  mustBePath(path, "libsql");
  const inMemory = path === ":memory:";
  const file = inMemory ? path : resolve(path);
  return sessionStorage({
    ...options,
    name: "libsql",
    dialect: "sqlite",
    capabilities: inMemory ? IN_MEMORY : { severalProcesses: true, durable: true, readOnly: true },
    // Who waits for a lock looks again, and blocks nobody meanwhile.
    isThere: () => !inMemory && existsSync(file),
    connect: (purpose) => libsqlSession(openFile(file, purpose !== "write")),
  });
}

/** @throws DATABASE_NOT_OPENED */
function openFile(file: string, readonly: boolean): Database.Database {
  try {
    return new Database(file, { readonly, timeout: 0 });
  } catch (error) {
    // The driver has no code here, and the result code of SQLite at the end of its text.
    const [, resultCode = ""] = /: (\d+)"\)$/.exec(String(error)) ?? [];
    const failure = sqliteOpenFailure(file, { code: sqliteCode(Number(resultCode)) });
    throw failure === undefined ? error : storageErrors.DATABASE_NOT_OPENED(failure, { cause: error });
  }
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
