import { isEngineError } from "../contract/errors/error.ts";
import type { OperationErrors } from "../contract/generated/api.ts";
import type { AnyOperation } from "../contract/operations/operation.ts";
import { type ErrorsOf, methodErrors } from "../contract/operations/possible-errors.ts";
import { coreOperationList } from "./core-operations.ts";
import type { KnownError } from "./known-errors.ts";

/** Errors that a program knows, by their codes. */
export type ErrorWithCode<Code extends string> = Extract<KnownError, { readonly code: Code }>;

/** An error that a call of an operation may end with, by the id of the operation: its `code` tells which details it has. */
export type OperationError<Id extends keyof OperationErrors> = ErrorWithCode<OperationErrors[Id]>;

const byId: ReadonlyMap<string, AnyOperation> = new Map(coreOperationList.map((operation) => [operation.id, operation]));

/**
 * True for the errors that a call of an operation may end with, and for no others: a `switch` over the code can then be complete.
 *
 * @param operation id of an operation of the engine, or what a plugin made with `defineOperation`
 *
 * @example
 * if (!isErrorOf(error, "pools.allocate")) throw error;
 * if (error.code === "IP_NOT_AVAILABLE") console.log(error.details);
 */
export function isErrorOf<Id extends keyof OperationErrors>(error: unknown, operation: Id): error is OperationError<Id>;
export function isErrorOf<const Op extends AnyOperation>(error: unknown, operation: Op): error is ErrorWithCode<ErrorsOf<Op>>;
export function isErrorOf(error: unknown, operation: string | AnyOperation): boolean {
  const known = typeof operation === "string" ? byId.get(operation) : operation;
  return known !== undefined && isEngineError(error) && methodErrors(known).includes(error.code);
}
