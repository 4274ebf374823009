import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { PlanRow } from "./plan.entity.ts";
import { digestOfPlan } from "./plan-rows.ts";

export const PLAN_REVIEWS = ["any", "other"] as const;

/** Who may apply a plan. `any`: everyone with the permissions. `other`: everyone but its author. */
export type PlanReview = (typeof PLAN_REVIEWS)[number];

const DIGEST_MISSING =
  'the digest of the plan is missing: read the plan and send its digest as {"digest": "…"} or If-Match, because the plan was rehearsed ' +
  "for another user or must be applied by one";

/** @throws FORBIDDEN for the author of a plan that another user must apply */
export function checkReviewer(row: PlanRow, { principal }: CallContext, review: PlanReview): void {
  if (review === "any" || principal.kind === "system" || row.created_by_id !== principal.userId) return;
  throw coreErrors.FORBIDDEN({ permission: "plan:apply", reason: "a plan must be applied by someone other than its author" });
}

/**
 * Compares the digest that a caller sent with that of the plan.
 * @param digest of the body; If-Match may have it instead
 * @throws PRECONDITION_REQUIRED without one, unless the last rehearsal was the caller's own; PRECONDITION_FAILED
 */
export function checkDigest(row: PlanRow, digest: string | undefined, { principal, ifMatch }: CallContext, review: PlanReview): void {
  const tags = ifMatch?.filter((tag) => tag !== "*") ?? [];
  if (digest === undefined && tags.length === 0) {
    if (review === "any" && isRehearsedBy(row, principal)) return;
    throw coreErrors.PRECONDITION_REQUIRED({ reason: DIGEST_MISSING });
  }
  const current = digestOfPlan(row);
  const isCurrent = (digest === undefined || digest === current) && (tags.length === 0 || tags.includes(`"${current}"`));
  if (!isCurrent) throw coreErrors.PRECONDITION_FAILED({ current });
}

/** Whether a caller created the plan, or refreshed it last. */
function isRehearsedBy(row: PlanRow, caller: CallContext["principal"]): boolean {
  const [userId, username] = row.refreshed_by === null ? [row.created_by_id, row.created_by] : [row.refreshed_by_id, row.refreshed_by];
  return userId === null ? caller.userId === null && caller.username === username : caller.userId === userId;
}
