import { errorChain, errorCodes } from "../opening/retry.ts";
import { ruleOf } from "../rule-constraints.ts";
import type { OpenFailure } from "../storage-errors.ts";
import type { Violation } from "../violations.ts";

/** Another connection holds the lock: worth another try. */
export function isBusy(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED") return true;
  return false;
}

const VIOLATIONS = new Set([
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
  "SQLITE_CONSTRAINT_FOREIGNKEY",
  "SQLITE_CONSTRAINT_CHECK",
]);

/** The constraint that a statement broke; undefined when the failure is of another kind. SQLite names those that are triggers of ours. */
export function violationOf(error: unknown): Violation | undefined {
  for (const { code, message } of errorChain(error)) {
    if (typeof code !== "string") continue;
    if (VIOLATIONS.has(code)) return { constraint: undefined };
    if (code === "SQLITE_CONSTRAINT_TRIGGER" && typeof message === "string" && ruleOf(message) !== undefined)
      return { constraint: message };
  }
  return undefined;
}

/** By the beginning of a code: why the database is out of reach, and what helps at the start. */
const REASONS: readonly (readonly [prefix: string, reason: string, advice: string])[] = [
  ["SQLITE_BUSY", "the database is busy", "another program holds its lock; end it, or start again when it is done"],
  ["SQLITE_LOCKED", "the database is locked", "another program holds its lock; end it, or start again when it is done"],
  ["SQLITE_READONLY", "the database is read-only", "give the file and its folder to the user that runs this"],
  ["SQLITE_FULL", "the disk of the database is full", "make room, and start again"],
  ["SQLITE_IOERR", "the database cannot be read or written", "look at the disk, and at what the system says of it"],
  [
    "SQLITE_CANTOPEN",
    "the database file cannot be opened",
    "name a file in a folder that exists; both must be writable for the user that runs this",
  ],
  ["SQLITE_NOTADB", "the file is not a SQLite database", "name another one, or move it away"],
  ["SQLITE_CORRUPT", "the database file is damaged", "restore a backup"],
];

function reasonOf(error: unknown): (typeof REASONS)[number] | undefined {
  for (const code of errorCodes(error)) {
    const known = REASONS.find(([prefix]) => code.startsWith(prefix));
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Why the database is out of reach, or undefined when the failure is of another kind. */
export function sqliteUnavailable(error: unknown): string | undefined {
  return reasonOf(error)?.[1];
}

/** Why `file` cannot be opened, and what to do; undefined when the failure is of another kind. */
export function sqliteOpenFailure(file: string, error: unknown): OpenFailure | undefined {
  const [, reason, advice] = reasonOf(error) ?? [];
  return reason === undefined || advice === undefined ? undefined : { problem: `${reason} (${file})`, advice };
}
