import type { AnyOperation } from "../contract/operations/operation.ts";
import { possibleErrors } from "../contract/operations/possible-errors.ts";
import type { Host } from "../contract/plugin.ts";

/** Codes that any call may be answered with. */
export const COMMON_FAILURES: readonly string[] = ["RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "UNAVAILABLE"];

/** What a caller without good credentials gets: every code of this kind, but those of signing in itself. */
function credentialErrors(host: Pick<Host, "operations" | "errors">): readonly string[] {
  const signIn = new Set(host.operations.filter(({ access }) => access === "public").flatMap(({ errors }) => errors ?? []));
  return Object.keys(host.errors).filter((code) => host.errors[code]?.kind === "unauthenticated" && !signIn.has(code));
}

/**
 * Every code that a call over HTTP can be answered with: those that the operation declares, and those of credentials, limits, bodies
 * and conditions, which follow from what it is.
 */
export function failureCodesOf(host: Pick<Host, "operations" | "errors">, operation: AnyOperation): readonly string[] {
  const { access, http } = operation;
  const codes = new Set<string>([...COMMON_FAILURES, ...possibleErrors(operation)]);
  const add = (...more: readonly string[]): void => more.forEach((code) => codes.add(code));
  if (access !== "public") add(...credentialErrors(host));
  if (http.method !== "GET") add("CSRF_FAILED", "BUSY");
  if (operation.body !== undefined || operation.items !== undefined) add("REQUEST_TIMEOUT");
  // For a query parameter that the operation does not have.
  add("VALIDATION_ERROR");
  if (http.method === "GET" && operation.output.kind === "record") add("PRECONDITION_FAILED");
  if (operation.plansItself === true) add(...(host.operations.find(({ id }) => id === "plans.create")?.errors ?? []));
  if (operation.limit === "login") add("LOGIN_RATE_LIMIT_EXCEEDED");
  if (operation.output.kind === "watch") add("TOO_MANY_STREAMS");
  return [...codes];
}
