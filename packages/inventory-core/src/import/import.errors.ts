import { defineErrors, errorOf } from "../contract/errors/error.ts";

export const importErrors = defineErrors({
  PLAN_DAMAGED: errorOf(
    "invalid",
    "the plan of an import is cut off, or was changed",
    (d: { reason: string }) => `the plan cannot be applied: ${d.reason}; plan the import again, and apply the plan as it is`,
  ),
  PLAN_FAULTY: errorOf(
    "conflict",
    "the plan of an import has rows that cannot be applied",
    (d: { conflicts: number; errors: number }) =>
      `${d.errors} rows of the plan have errors and ${d.conflicts} have conflicts: mend them in the source, or apply the others row by row`,
  ),
  ROW_REFUSED: errorOf(
    "conflict",
    "a rule refuses a row of an import, so that nothing is imported",
    (d: { where: string; reason: string }) => `${d.where}: ${d.reason}; nothing was imported`,
  ),
  PLAN_TOO_LARGE: errorOf(
    "too-large",
    "the plan of an import is larger than one import may be",
    (d: { limit: number }) => `the plan is larger than ${d.limit} bytes: import the source in several parts`,
  ),
});
