import { coreErrors } from "./core-errors.ts";
import { type ErrorKind, type InventoryError, isEngineError, publicDetailsOf } from "./error.ts";

/** The HTTP status of each kind of error (docs/spec/errors.md#error-body, RFC 9110, RFC 6585). */
const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
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

/** Seconds to wait when a temporary error does not say how long. */
const DEFAULT_RETRY_SECONDS = 2;

/** The HTTP status of an error of the catalogue, by its code and kind. */
export function statusOfCode({ code, kind }: Pick<InventoryError, "code" | "kind">): number {
  return STATUS_OF_CODE[code] ?? STATUS_OF_KIND[kind];
}

/**
 * The HTTP status that the server answers with for an error, for routes of your own.
 * @param error anything that was thrown; 500 unless it is an error of Cadastre
 *
 * @example
 * app.use((error, request, response, next) => response.status(statusOf(error)).json(…));
 */
export function statusOf(error: unknown): number {
  return isEngineError(error) ? statusOfCode(error) : 500;
}

/** The body of an answer to an error (docs/spec/errors.md#error-body). */
export interface ErrorBody {
  /** Code of the error. */
  readonly code: string;
  /** The sentence of the error. */
  readonly error: string;
  /** What the error is about; only where clients are shown it. */
  readonly details?: object;
}

/** What the server answers to an error. */
export interface ErrorAnswer {
  /** HTTP status. */
  readonly status: number;
  /** `www-authenticate` of 401; `retry-after`, in seconds, of 429, 503 and errors that say when to try again. */
  readonly headers: Readonly<Record<string, string>>;
  /** The error body. */
  readonly body: ErrorBody;
}

/** The error that callers are shown: internal errors and errors of others are INTERNAL_ERROR, without their text. */
export function publicErrorOf(error: unknown): InventoryError {
  return isEngineError(error) && error.kind !== "internal" ? error : coreErrors.INTERNAL_ERROR({});
}

/**
 * Returns the answer of the server to an error.
 * @param shown an error whose sentence may be shown: see {@link publicErrorOf}
 */
export function httpAnswerOf(shown: InventoryError): ErrorAnswer {
  const status = statusOfCode(shown);
  const headers: Record<string, string> = {};
  if (status === 401) headers["www-authenticate"] = "Bearer";
  if (status === 429 || status === 503 || shown.retryAfterSeconds !== undefined)
    headers["retry-after"] = String(Math.max(1, Math.ceil(shown.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)));
  const details = publicDetailsOf(shown);
  return { status, headers, body: { code: shown.code, error: shown.message, ...(details === undefined ? {} : { details }) } };
}

/**
 * The answer of the server to an error, for routes of your own that answer with a `Response`.
 * @param error anything that was thrown; internal errors and errors of others are 500 INTERNAL_ERROR, without their text
 *
 * @example
 * app.onError((error) => toResponse(error)); // Hono
 */
export function toResponse(error: unknown): Response {
  const { status, headers, body } = httpAnswerOf(publicErrorOf(error));
  return Response.json(body, { status, headers });
}
