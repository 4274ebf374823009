import {
  coreErrors,
  type ErrorKind,
  failureTextOf,
  type InventoryError,
  isInventoryError,
  type Logger,
  publicDetailsOf,
} from "@cadastre/inventory-core";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Exchange } from "../request/exchange.ts";
import { invalidInput } from "../http.errors.ts";

/** The one table from kinds of errors to statuses. */
export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  timeout: 408,
  conflict: 409,
  exhausted: 409,
  gone: 410,
  precondition: 412,
  "too-large": 413,
  "unsupported-type": 415,
  "too-much-work": 422,
  "precondition-required": 428,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
};

/** The status of a code, where it differs from that of its kind. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = { METHOD_NOT_ALLOWED: 405 };

/** Internal errors whose sentence is for whoever put the server together, and says nothing of what is in it. */
const SHOWN_CODES: ReadonlySet<string> = new Set(["BODY_ALREADY_READ"]);

/** Seconds to wait when an error that will pass does not say how long. */
const DEFAULT_RETRY_SECONDS = 2;

export function statusOf(code: string, kind: ErrorKind): number {
  return STATUS_OF_CODE[code] ?? STATUS_OF_KIND[kind];
}

/** The error as the world may see it: anything that nobody declared is INTERNAL_ERROR. */
function publicError(error: unknown): InventoryError {
  if (isInventoryError(error)) {
    if (error.kind !== "internal" || SHOWN_CODES.has(error.code)) return error;
  } else if (error instanceof Error && "code" in error && error.code === "ERR_BODY_TOO_LARGE") {
    // Thrown by srvx when a raw handler reads a body over the limit.
    return invalidInput("too-large", "the body is too large") as InventoryError;
  }
  return coreErrors.INTERNAL_ERROR({});
}

/** Answers with an error; what nobody declared is logged and answered without a word of what it was. */
export function errorAnswer(error: unknown, exchange: Exchange, logger: Logger): Answer {
  const shown = publicError(error);
  const status = statusOf(shown.code, shown.kind);
  const headers: [string, string][] = [];
  if (status === 401) headers.push(["www-authenticate", exchange.challenge]);
  if (status === 429 || status === 503 || shown.retryAfterSeconds !== undefined) {
    headers.push(["retry-after", String(Math.max(1, Math.ceil(shown.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)))]);
  }
  let message = shown.message;
  if (status === 500) {
    if (!SHOWN_CODES.has(shown.code)) message = `internal error; report it with the request id ${exchange.requestId}`;
    logger.error("a request failed", {
      requestId: exchange.requestId,
      method: exchange.method,
      path: exchange.loggedPath,
      error: failureTextOf(error),
    });
  }
  const details = publicDetailsOf(shown);
  return jsonAnswer(status, JSON.stringify({ code: shown.code, error: message, ...(details === undefined ? {} : { details }) }), headers);
}
