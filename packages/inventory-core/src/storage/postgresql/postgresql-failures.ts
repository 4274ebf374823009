import { errorChain, errorCodes } from "../opening/retry.ts";
import type { Violation } from "../violations.ts";

/** Serialization failure and deadlock (SQLSTATE class 40), and a statement of old: the same transaction may succeed when it runs again. */
export function isRetryable(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code === "40001" || code === "40P01") return true;
  return isOutdated(error);
}

/**
 * A statement that the connection keeps prepared has other columns since a newer program changed the table. It will have
 * them on a connection where it is prepared anew.
 */
export function isOutdated(error: unknown): boolean {
  // The code is that of whatever is not supported, and the text is in the language of the server.
  for (const { code, routine } of errorChain(error)) if (code === "0A000" && routine === "RevalidateCachedQuery") return true;
  return false;
}

/** A migration waited too long for a table that others use, or met them in a deadlock. Nothing of it is done. */
export function isTableInUse(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code === "55P03" || code === "40P01") return true;
  return false;
}

/** Whether a statement was cancelled, by its timeout or by a request. */
export const isCancelled = (error: unknown): boolean => [...errorCodes(error)].includes("57014");

/** Whether lock_timeout expired. */
export const isLockRefused = (error: unknown): boolean => [...errorCodes(error)].includes("55P03");

/** A foreign key, a unique index, a check or an exclusion constraint was broken. */
const VIOLATIONS = new Set(["23503", "23505", "23514", "23P01"]);

/** The constraint that a statement broke; undefined when the failure is of another kind. */
export function violationOf(error: unknown): Violation | undefined {
  for (const { code, constraint } of errorChain(error)) {
    if (typeof code === "string" && VIOLATIONS.has(code)) return { constraint: typeof constraint === "string" ? constraint : undefined };
  }
  return undefined;
}

const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Whether the connection broke, or none could be made: what was not committed by then is not done. */
export function isLost(error: unknown): boolean {
  for (const code of errorCodes(error)) if (NETWORK.has(code) || code.startsWith("08") || code.startsWith("57P")) return true;
  return hasNoConnection(error);
}

/** The server takes no writes: it is a standby, or was closed to them. */
export function isReadOnly(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code === "25006") return true;
  return false;
}

/** The commit was sent, and its answer never came: nobody but the database knows whether it was done. */
export class CommitUnknown extends Error {}

/** Why the database is out of reach, or undefined when the failure is of another kind. */
export function postgresqlUnavailable(error: unknown): string | undefined {
  for (const code of errorCodes(error)) {
    if (NETWORK.has(code) || code.startsWith("08")) return "the database cannot be reached";
    if (code.startsWith("57P")) return "the database is starting or stopping";
    if (code === "25006") return "the database is read-only";
    if (code.startsWith("53")) return "the database has run out of disk, memory or connections";
    if (code === "55P03" || code === "57014" || code === "40001" || code === "40P01") return "the database is busy";
    // Named statements and those of other clients meet on one connection, or are sought on another.
    if (code === "42P05" || code === "26000")
      return "a pooler shares connections between clients: set DATABASE_POOLER=transaction and restart";
    if (code === "42501") return "the database role lacks a right on a table: grant it, or make the role its owner";
    if (code === "3D000") return "the database does not exist";
    if (code === "28000" || code === "28P01") return "the database refused the credentials";
  }
  return hasNoConnection(error) ? "the database cannot be reached" : undefined;
}

/** The driver's own errors carry no code. */
function hasNoConnection(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth += 1, current = current.cause) {
    if (
      /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable/i.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}
