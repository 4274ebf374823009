import { coreErrors } from "../contract/errors/core-errors.ts";
import { ruleOf } from "./rule-constraints.ts";

/** A constraint that a transaction broke; its name where the driver tells it. */
export interface Violation {
  readonly constraint: string | undefined;
}

/**
 * What a caller hears of a constraint: the rule is asked before anything is written, so it is broken only by what
 * another transaction wrote at the same time.
 */
export function toConflict(error: unknown, { constraint }: Violation): Error {
  const rule = ruleOf(constraint);
  const reason =
    rule ??
    `what another change wrote at the same time breaks ` +
      `${constraint === undefined ? "a constraint of the database" : `the constraint ${constraint}`}`;
  return coreErrors.CONFLICT({ reason: `${reason}: read the records again and repeat the change` }, { cause: error });
}
