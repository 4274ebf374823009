import type { ErrorKind } from "./error-kind.ts";

/** What a {@link CadastreError} is made of. */
export interface CadastreErrorInit {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly operation?: string | undefined;
  readonly attempts?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of a call but an abort. Codes of the service are in docs/reference/errors.md; the client's own:
 * NETWORK_FAILED (no connection, or one that broke), TLS_FAILED, TIMED_OUT, CUT_OFF (the answer ended too soon),
 * BAD_ANSWER (something answered that is not this service), and INVALID_INPUT without a status for what cannot be sent.
 */
export class CadastreError extends Error {
  /** Stable: decide by it. */
  readonly code: string;
  /** What kind of failure it is: enough to choose an exit code. */
  readonly kind: ErrorKind;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Of VALIDATION_ERROR each field that is wrong, `{ [path]: { field, message } }`; of a failed connection `{ reason }`. */
  readonly details: unknown;
  /** Names the request in the logs of the server. */
  readonly requestId: string | null;
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | null;
  /** How often the request was sent. A NOT_FOUND of the second DELETE may mean that the first one worked. */
  readonly attempts: number;
  /** Id of the operation: `devices.create`. */
  readonly operation: string | null;

  constructor(init: CadastreErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "CadastreError";
    this.code = init.code;
    this.kind = init.kind;
    this.status = init.status ?? null;
    this.details = init.details;
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.attempts = init.attempts ?? 1;
    this.operation = init.operation ?? null;
  }
}
