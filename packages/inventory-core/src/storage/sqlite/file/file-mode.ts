import { accessSync, chmodSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "../../../contract/logger.ts";
import { storageErrors } from "../../storage-errors.ts";

/** The owner alone: a database has hashes of passwords and keys, and all that callers may read only with a permission. */
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** SQLite gives these the mode of the database when it makes them, not when they are there. */
const BESIDE = ["", "-wal", "-shm", "-journal"] as const;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes an empty file for SQLite to fill, readable by its owner alone whatever the umask is; one that is there stays. */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", OWNER_ONLY));
  } catch {
    // It is there, or cannot be made: SQLite says why.
  }
}

/**
 * Takes the rights of others from a database file and from what is beside it, and says so; where that is not allowed (the
 * files are another user's) it says what to do. On Windows rights are those of the folder.
 */
export function takeRightsOfOthers(file: string, logger: Logger): void {
  if (process.platform === "win32") return;
  for (const path of BESIDE.map((suffix) => file + suffix)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || (found.mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS & 0o7777);
      logger.warn("other users could read the database file: its rights were taken from them", { file: path });
    } catch (error) {
      logger.warn("other users may read the database file: run chmod 600 as its owner", { file: path, error: codeOf(error) });
    }
  }
}

/** Byte of the header that is 2 in a database with a write-ahead log (https://sqlite.org/fileformat.html#file_format_version_numbers). */
const READ_VERSION_AT = 19;
const WITH_LOG = 2;

/** SQLite creates the write-ahead log and its index when it reads a database that has one. @throws DATABASE_NOT_OPENED where it cannot */
export function mustHaveItsLog(file: string): void {
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK);
    return;
  } catch {
    // Read without the log below.
  }
  const byte = Buffer.alloc(1);
  const handle = openSync(file, "r");
  try {
    readSync(handle, byte, 0, 1, READ_VERSION_AT);
  } finally {
    closeSync(handle);
  }
  if (byte[0] !== WITH_LOG) return;
  throw storageErrors.DATABASE_NOT_OPENED({
    problem: `the database ${file} has a write-ahead log, for which SQLite needs to write to the folder ${folder}, and this user may not`,
    advice: "open a copy in a writable folder, made by cadastre backup create, or let this user write to the folder",
  });
}
