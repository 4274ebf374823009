import { defineErrors, errorOf } from "./error.ts";

/** Errors of what is planned first and applied later: plans, and imports. */
export const planErrors = defineErrors({
  PLAN_STALE: errorOf(
    "conflict",
    "the inventory is not any more what a plan was made for",
    (d: { where: string; reason: string }) => `the inventory has changed since the plan was made (first seen at ${d.where}): ${d.reason}`,
  ),
  PLAN_LIMIT: errorOf(
    "conflict",
    "the user has as many open plans, or as many bytes of them, as one user may have",
    (d: { plans: number; most_plans: number; bytes: number; most_bytes: number }) =>
      (d.bytes > d.most_bytes
        ? `your open plans would have ${mebibytes(d.bytes)} MiB, and may have ${mebibytes(d.most_bytes)} MiB`
        : `you have ${d.plans} open plans, and may have ${d.most_plans}`) + ": apply, reject or delete some of them",
  ),
});

const mebibytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);
