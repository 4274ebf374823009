import { join, resolve } from "node:path";
import { makeFolder } from "../../opening/make-folder.ts";
import { isBusy, sqliteOpenFailure } from "../sqlite-failures.ts";
import { storageErrors } from "../../storage-errors.ts";

/** Name of the file in the folder. */
const LOCK_FILE = "cadastre.lock";

/**
 * Locks a folder of PGlite, which does not notice other processes. The lock is that of an empty SQLite file: the operating system frees it
 * with the process, however that ends (decision 0464).
 *
 * @returns unlocks the folder
 * @throws DATABASE_NOT_OPENED while it is locked, FOLDER_NOT_MADE
 */
export async function lockFolder(path: string): Promise<() => void> {
  const folder = resolve(path);
  const { default: Database } = await import("better-sqlite3");
  makeFolder(folder);
  const file = join(folder, LOCK_FILE);
  try {
    const database = new Database(file, { timeout: 0 });
    try {
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      throw error;
    }
    return () => void database.close();
  } catch (error) {
    const failure = isBusy(error)
      ? {
          problem: `the PGlite folder ${folder} is open already, in another process or in this one`,
          advice: "close it there, or use a PostgreSQL server, postgresql(…), for several processes",
        }
      : sqliteOpenFailure(file, error);
    throw failure === undefined ? error : storageErrors.DATABASE_NOT_OPENED(failure, { cause: error });
  }
}
