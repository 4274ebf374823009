import type { coreErrors } from "../errors/core-errors.ts";
import type { AnyOperation } from "./operation.ts";

/** Codes that any call of an operation may end with, by what it takes and promises. */
export type CallErrorCode =
  | keyof Pick<typeof coreErrors, "CONFLICT" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "UNAUTHORIZED" | "UNAVAILABLE">
  | keyof Pick<typeof coreErrors, "VALIDATION_ERROR">;

/**
 * Codes that a call of an operation may end with, whichever edge it comes through: those that the operation declares, and those that
 * follow from what it takes. Edges add their own (limits, bodies that are no JSON).
 */
export function possibleErrors(
  operation: Pick<AnyOperation, "access" | "http" | "query" | "body" | "items" | "conditional" | "idempotent" | "errors">,
): readonly string[] {
  const { access, http, query, body, items, conditional, idempotent, errors = [] } = operation;
  const hasBody = body !== undefined || items !== undefined;
  const callErrors: readonly (CallErrorCode | false)[] = [
    "UNAVAILABLE",
    access !== "public" && "UNAUTHORIZED",
    access !== "public" && access !== "authenticated" && "FORBIDDEN",
    (http.path.includes("{") || hasBody) && "INVALID_INPUT",
    (query !== undefined || hasBody || idempotent !== undefined) && "VALIDATION_ERROR",
    conditional === true && "PRECONDITION_FAILED",
    idempotent !== undefined && "CONFLICT",
  ];
  return [...new Set([...errors, ...callErrors.filter((code) => code !== false)])];
}
