import { type AnyOperation, coreErrors } from "@cadastre/inventory-core";
import { hasQueryParameter, objectOf } from "@cadastre/inventory-core/protocol";
import { closest } from "fastest-levenshtein";
import { PLAN } from "./as-plan.ts";
import { DRY_RUN, hasDryRun } from "./dry-run.ts";

type Queried = Pick<AnyOperation, "query" | "ignoredQuery" | "plansItself" | "http" | "destructive" | "dryRun" | "items">;

/** Names of the query parameters that an operation has over HTTP. */
function namesOf(operation: Queried): readonly string[] {
  return [
    ...Object.keys(objectOf(operation.query)?.shape ?? {}),
    ...Object.keys(operation.ignoredQuery ?? {}),
    ...(hasDryRun(operation) ? [DRY_RUN] : []),
    ...(operation.plansItself === true ? [PLAN] : []),
  ];
}

// Of calls that change nothing but make something, its own check says why they have no dry run.
const isKnown = (operation: Queried, name: string): boolean =>
  hasQueryParameter(operation.query, name) ||
  (operation.ignoredQuery !== undefined && Object.hasOwn(operation.ignoredQuery, name)) ||
  (name === DRY_RUN && operation.http.method !== "GET") ||
  (name === PLAN && operation.plansItself === true);

/** Longer names are cut in answers: somebody may have sent a secret without a name. */
const MAX_NAME = 32;

const shownName = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME / 2)}…` : name);

/** @throws VALIDATION_ERROR at each query parameter that the operation does not have, with the closest name that it has */
export function checkQueryNames(operation: Queried, names: readonly string[]): void {
  const unknown = names.filter((name) => !isKnown(operation, name));
  if (unknown.length === 0) return;
  const known = namesOf(operation);
  const problems = unknown.map((name) => {
    const message =
      known.length === 0
        ? "is not a query parameter of this operation, which has none"
        : `is not a query parameter of this operation; the closest one is ${closest(name, known)}`;
    const field = shownName(name);
    return [field, { field, message }] as const;
  });
  throw coreErrors.VALIDATION_ERROR(Object.fromEntries(problems));
}
