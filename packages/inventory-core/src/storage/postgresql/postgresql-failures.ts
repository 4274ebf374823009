import { errorCodes } from "../retry.ts";

/** Serialization failure and deadlock: the same transaction may succeed when it runs again (SQLSTATE class 40). */
export function isRetryable(error: unknown): boolean {
  for (const code of errorCodes(error)) if (code === "40001" || code === "40P01") return true;
  return false;
}

const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "EHOSTUNREACH"]);

/** Why the database is out of reach, or undefined when the failure is of another kind. */
export function postgresqlUnavailable(error: unknown): string | undefined {
  for (const code of errorCodes(error)) {
    if (NETWORK.has(code) || code.startsWith("08")) return "the database cannot be reached";
    if (code.startsWith("57P")) return "the database is starting or stopping";
    if (code === "25006") return "the database is read-only";
    if (code.startsWith("53")) return "the database has run out of disk, memory or connections";
    if (code === "55P03" || code === "57014" || code === "40001" || code === "40P01") return "the database is busy";
    if (code === "3D000") return "the database does not exist";
    if (code === "28000" || code === "28P01") return "the database refused the credentials";
  }
  // The pool's own errors carry no code.
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth += 1, current = current.cause) {
    if (/connection terminated|timeout exceeded when trying to connect|not queryable/i.test(current.message)) return "the database cannot be reached";
  }
  return undefined;
}
