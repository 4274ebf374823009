import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import type { Logger } from "../../../contract/logger.ts";

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
