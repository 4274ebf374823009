import type { callErrors } from "../errors/call-errors.ts";
import type { coreErrors } from "../errors/core-errors.ts";
import { type AnyOperation, parametersOf } from "./operation.ts";

/** What an operation says of itself that its errors follow from. */
export type FallibleOperation = Pick<
  AnyOperation,
  "access" | "http" | "query" | "body" | "items" | "conditional" | "idempotent" | "errors"
>;

/** Errors that calls may end with by what they take and promise, whatever they do. */
type EdgeCode = keyof Pick<
  typeof coreErrors,
  "CONFLICT" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR"
>;

/** Errors of a program that calls a method wrongly. */
type ProgramCode = keyof Pick<typeof callErrors, "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN">;

/** Codes that calls of the library may end with, whichever operation is called. */
export type CallErrorCode = EdgeCode | ProgramCode;

/**
 * Codes that a call of an operation may end with: those that it declares, and those of any call.
 * @typeParam Op the type of what `defineOperation` made
 *
 * @example
 * type Codes = ErrorsOf<(typeof rackOperations)["create"]>; // "RACK_EXISTS" | "VALIDATION_ERROR" | …
 */
export type ErrorsOf<Op> =
  | CallErrorCode
  | (Op extends { readonly errors?: readonly (infer Code extends string)[] | undefined } ? Code : never);

/**
 * {@link ErrorsOf} the operations of a group, by their ids: what a plugin adds to `OperationErrors`.
 *
 * @example
 * declare module "@cadastre/inventory-core" {
 *   interface OperationErrors extends OperationErrorsOf<typeof rackOperations> {}
 * }
 */
export type OperationErrorsOf<Group> = {
  readonly [Op in Group[keyof Group] as Op extends { readonly id: infer Id extends string } ? Id : never]: ErrorsOf<Op>;
};

/**
 * Codes that a call of an operation may end with, whichever edge it comes through: those that the operation declares, and those that
 * follow from what it takes. Edges add their own (limits, bodies that are no JSON).
 */
export function possibleErrors(operation: FallibleOperation): readonly string[] {
  const { access, http, query, body, items, conditional, idempotent, errors = [] } = operation;
  const hasBody = body !== undefined || items !== undefined;
  const callCodes: readonly (EdgeCode | false)[] = [
    "UNAVAILABLE",
    http.method !== "GET" && "READ_ONLY",
    access !== "public" && "UNAUTHORIZED",
    access !== "public" && "FORBIDDEN",
    (http.path.includes("{") || hasBody) && "INVALID_INPUT",
    (query !== undefined || hasBody || idempotent !== undefined) && "VALIDATION_ERROR",
    conditional === true && "PRECONDITION_FAILED",
    idempotent !== undefined && "CONFLICT",
  ];
  return [...new Set([...errors, ...callCodes.filter((code) => code !== false)])];
}

/** {@link possibleErrors} of a method of the library: those of a program that calls it wrongly, too. */
export function methodErrors(operation: FallibleOperation): readonly string[] {
  const codes: readonly ProgramCode[] = [
    ...(parametersOf(operation.http.path).length > 0 ? (["ARGUMENT_INVALID"] as const) : []),
    "INVENTORY_CLOSED",
    "TRANSACTION_OPEN",
  ];
  return [...possibleErrors(operation), ...codes];
}
