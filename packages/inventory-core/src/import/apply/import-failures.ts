import { isEngineError } from "../../contract/errors/error.ts";
import { planErrors } from "../../contract/errors/plan-errors.ts";
import type { FieldProblem } from "../../contract/errors/core-errors.ts";
import { sourcePosition } from "../import-register.ts";
import type { ImportFailure, ImportReport, PlanLine, PlanStep } from "../plan/import-plan.ts";

/** A report of nothing yet. */
export function emptyReport(): ImportReport {
  return { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
}

/** Why a row that the plan refuses is not applied; nothing for one that it does not. */
export function refusalsOf(line: PlanLine): ImportFailure[] {
  if (line.kind === "problem") {
    if (line.severity === "warning") return [];
    const { at, type, field, message } = line;
    return [{ at, ...(type === undefined ? {} : { type }), ...(field === undefined ? {} : { field }), code: "INVALID_INPUT", message }];
  }
  if (line.kind !== "step" || line.problems === undefined) return [];
  const { at, type } = line.row;
  return line.problems.map((problem) => ({ at, type, ...problem, code: line.action === "conflict" ? "CONFLICT" : "VALIDATION_ERROR" }));
}

/** Why a row was refused when it was written. */
export function failuresOf({ row: { at, type } }: PlanStep, error: unknown): ImportFailure[] {
  if (!isEngineError(error)) throw error;
  const { code, message } = error;
  if (code !== "VALIDATION_ERROR") return [{ at, type, code, message }];
  return Object.values(error.details as Readonly<Record<string, FieldProblem>>).map(({ field, message: said }) => ({
    at,
    type,
    field,
    code,
    message: said,
  }));
}

/** The inventory is not any more what a step was planned for. */
export function staleAt(step: PlanStep): Error {
  return planErrors.PLAN_STALE({ where: whereOf(step), reason: "plan the import again" });
}

/** A step, for a message. */
export function whereOf({ row }: PlanStep): string {
  return sourcePosition(row.at);
}
