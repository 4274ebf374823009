import { isEngineError } from "../contract/errors/error.ts";
import { planErrors } from "../contract/errors/plan-errors.ts";
import { TooManyRecords } from "./effects/effects.ts";
import { StepRefused } from "./steps/run-steps.ts";

/** Most warnings in the sentence about a plan that would change nothing. */
const MAX_REASONS = 10;

/** Sentence about a plan that would change nothing, with the warnings of its steps. */
export function idleSentence(idle: string, warnings: readonly string[]): string {
  if (warnings.length === 0) return `${idle}: the records are what they would become`;
  const more = warnings.length > MAX_REASONS ? [`and ${warnings.length - MAX_REASONS} more`] : [];
  return `${idle}: ${[...warnings.slice(0, MAX_REASONS), ...more].join("; ")}`;
}

/** Whether an error says that steps are invalid. */
export const isInvalid = (error: unknown): boolean => isEngineError(error) && error.code === "VALIDATION_ERROR";

/** Details of PLAN_STALE for a plan whose steps affect further records at every attempt. */
export const BUSY_RECORDS = {
  where: "effects",
  reason: "the plan affects more records than it shows; refresh the plan, review its effects and apply it",
};

/** Whether a plan can never be applied: a step is no step of this version, or its record does not exist. */
export const isFinal = (error: unknown): boolean =>
  isInvalid(error) || (error instanceof StepRefused && isEngineError(error.cause) && error.cause.kind === "not-found");

/** The sentence of an error about steps. */
export const sentenceOf = (error: unknown): string => (error instanceof StepRefused ? error.sentence : (error as Error).message);

/** What to do if the steps of a plan fail. */
const ADVICE = "undo what prevents it and refresh the plan, or reject the plan and make a new one";

/** PLAN_STALE for errors of steps; other errors unchanged. */
export function staleBy(error: unknown): unknown {
  if (error instanceof StepRefused)
    return planErrors.PLAN_STALE({ where: `steps[${error.index}]`, reason: `${error.sentence}; ${ADVICE}` });
  if (error instanceof TooManyRecords) return planErrors.PLAN_STALE({ where: "effects", reason: `${error.message}; ${ADVICE}` });
  return error;
}
