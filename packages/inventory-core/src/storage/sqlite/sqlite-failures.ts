import { errorChain, errorCodes } from "../retry.ts";
import { ruleOf } from "../rule-constraints.ts";
import type { Violation } from "../violations.ts";

/** Another connection holds the lock: worth another try. */
export function isBusy(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED") return true;
  return false;
}

const VIOLATIONS = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_CHECK"]);

/** The constraint that a statement broke; undefined when the failure is of another kind. SQLite names those that are triggers of ours. */
export function violationOf(error: unknown): Violation | undefined {
  for (const { code, message } of errorChain(error)) {
    if (typeof code !== "string") continue;
    if (VIOLATIONS.has(code)) return { constraint: undefined };
    if (code === "SQLITE_CONSTRAINT_TRIGGER" && typeof message === "string" && ruleOf(message) !== undefined) return { constraint: message };
  }
  return undefined;
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
