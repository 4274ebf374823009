import type { AnyOperation } from "@cadastre/inventory-core";
import { hasQueryParameter, objectOf, unknownNames } from "@cadastre/inventory-core/protocol";
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

/** @throws VALIDATION_ERROR at the first query parameters that the operation does not have, with the closest names that it has */
export function checkQueryNames(operation: Queried, names: readonly string[]): void {
  const unknown = names.filter((name) => !isKnown(operation, name));
  if (unknown.length > 0) throw unknownNames(unknown, namesOf(operation), "a query parameter of this operation");
}
