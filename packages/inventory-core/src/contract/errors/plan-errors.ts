import { defineErrors, errorOf } from "./error.ts";

/** Errors of what is planned first and applied later: plans, and imports. */
export const planErrors = defineErrors({
  PLAN_STALE: errorOf(
    "conflict",
    "the inventory is not any more what a plan was made for",
    (d: { where: string; reason: string }) => `the inventory has changed since the plan was made (first seen at ${d.where}): ${d.reason}`,
  ),
});
