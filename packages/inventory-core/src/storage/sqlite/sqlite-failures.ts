import { errorCodes } from "../retry.ts";

/** Another connection holds the lock: worth another try. */
export function isBusy(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED") return true;
  return false;
}

const REASONS: readonly (readonly [prefix: string, reason: string])[] = [
  ["SQLITE_BUSY", "the database is busy"],
  ["SQLITE_LOCKED", "the database is locked"],
  ["SQLITE_READONLY", "the database is read-only"],
  ["SQLITE_FULL", "the disk of the database is full"],
  ["SQLITE_IOERR", "the database cannot be read or written"],
  ["SQLITE_CANTOPEN", "the database file cannot be opened: check that its folder exists and is writable"],
  ["SQLITE_NOTADB", "the file is not a SQLite database"],
  ["SQLITE_CORRUPT", "the database file is damaged"],
];

/** Why the database is out of reach, or undefined when the failure is of another kind. */
export function sqliteUnavailable(error: unknown): string | undefined {
  for (const code of errorCodes(error)) {
    const known = REASONS.find(([prefix]) => code.startsWith(prefix));
    if (known !== undefined) return known[1];
  }
  return undefined;
}
