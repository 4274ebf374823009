import type { ServiceErrorCodes } from "../generated/error-codes.ts";
import type { ErrorKind } from "./error-kind.ts";

/**
 * Codes of errors, and their kinds: those that the service answers with, and the client's own. A program adds those of plugins that
 * its server has.
 *
 * @example
 * declare module "@cadastre/client" {
 *   interface ErrorCodes {
 *     readonly RACK_EXISTS: "conflict";
 *   }
 * }
 */
export interface ErrorCodes extends ServiceErrorCodes {
  /** No connection, or one that broke */
  readonly NETWORK_FAILED: "network";
  /** No secure connection: a certificate or a handshake that failed */
  readonly TLS_FAILED: "network";
  /** Nothing came for as long as the client waits */
  readonly TIMED_OUT: "timeout";
  /** The answer ended too soon */
  readonly CUT_OFF: "network";
  /** Something answered that is not this service; the kind follows from the status, where it has one */
  readonly BAD_ANSWER: ErrorKind;
}

/** Codes that a {@link CadastreError} has. A newer server, or one with other plugins, may give further ones. */
export type ErrorCode = keyof ErrorCodes;

/** What a {@link CadastreError} is made of. */
export interface CadastreErrorInit {
  /** Stable: decide by it. */
  readonly code: ErrorCode;
  /** What kind of failure it is. */
  readonly kind: ErrorKind;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** HTTP status; none when there was no answer. */
  readonly status?: number | undefined;
  /** What the error is about. */
  readonly details?: unknown;
  /** Id of the request in the logs of the server. */
  readonly requestId?: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number | undefined;
  /** Id of the operation: `devices.create`. */
  readonly operation?: string | undefined;
  /** How often the request was sent; 1 unless given. */
  readonly attempts?: number | undefined;
  /** The error beneath. */
  readonly cause?: unknown;
}

/**
 * Every failure of a call but an abort. {@link ErrorCodes} has the codes; INVALID_INPUT without a status is of the client, for what
 * cannot be sent.
 */
export class CadastreError extends Error {
  /** Stable: decide by it. */
  readonly code: ErrorCode;
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
