import type { OperationErrors } from "../generated/api.ts";
import type { ServiceErrorCodes } from "../generated/error-codes.ts";
import { CadastreError, type ErrorCodes } from "./client-error.ts";

/** Codes of the client's own, which any call may end with. */
export type ClientErrorCode = Exclude<keyof ErrorCodes, keyof ServiceErrorCodes>;

/**
 * An error that a call of an operation ended with, by the id of the operation. A newer server, or one with other plugins, may give
 * further codes.
 */
export type OperationError<Id extends keyof OperationErrors> = CadastreError & {
  readonly code: OperationErrors[Id] | ClientErrorCode;
  readonly operation: Id;
};

/**
 * True for the error of a call of an operation: its `code` is then one of those that the operation may end with.
 *
 * @param operation id of the operation that was called
 *
 * @example
 * if (!isErrorOf(error, "pools.allocate")) throw error;
 * if (error.code === "IP_NOT_AVAILABLE") console.log(error.message);
 */
export function isErrorOf<Id extends keyof OperationErrors>(error: unknown, operation: Id): error is OperationError<Id> {
  return error instanceof CadastreError && error.operation === operation;
}
