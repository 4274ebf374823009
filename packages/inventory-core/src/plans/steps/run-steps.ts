import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import { coreErrors, type FieldProblem } from "../../contract/errors/core-errors.ts";
import { Problems } from "../../contract/errors/validation.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { JsonText } from "../../contract/operations/result.ts";
import type { ObservedChange } from "../../contract/storage/write-path.ts";
import type { PlannedStep } from "../plan.ts";
import { checkReferences, resolved } from "./step-references.ts";
import type { StepKind, StepKinds } from "./step-kinds.ts";

/** Stands for the id of what a step makes, where the step is looked at by itself. */
const SOME_ID = "00000000-0000-7000-8000-000000000000";

/** Why a step cannot be done. */
export class StepRefused extends Error {
  readonly index: number;
  readonly step: PlannedStep;

  constructor(index: number, step: PlannedStep, cause: unknown) {
    super(`step ${index} was refused`, { cause });
    this.index = index;
    this.step = step;
  }

  /** The VALIDATION_ERROR with its problems by their place in the plan. Its cause is the error of the step. */
  get refusal(): Error {
    const { cause } = this;
    if (!isEngineError(cause)) throw cause;
    const at = `steps[${this.index}]`;
    const problems =
      cause.code === "VALIDATION_ERROR"
        ? Object.values(cause.details as Readonly<Record<string, FieldProblem>>).map(({ field, message }) => ({
            field: `${at}.${Object.hasOwn(this.step.params ?? {}, field) ? "params" : "body"}.${field}`,
            message,
          }))
        : [{ field: at, message: cause.message }];
    return coreErrors.VALIDATION_ERROR(Object.fromEntries(problems.map((one) => [one.field, one])), { cause });
  }

  /** That it cannot be done, in a sentence. */
  get sentence(): string {
    return `step ${this.index} (${this.step.operation}) cannot be done: ${messageOf(this.cause)}`;
  }
}

/**
 * What steps are, where each is valid by itself.
 * @param mayBeInternal a plan maker of the core hands them over
 * @throws VALIDATION_ERROR with the first hundred problems
 */
export function kindsOf(steps: readonly PlannedStep[], kinds: StepKinds, mayBeInternal: boolean): readonly StepKind[] {
  const problems = new Problems();
  const found = steps.map(({ operation }) => {
    const kind = kinds.find(operation);
    return kind?.isInternal === true && !mayBeInternal ? undefined : kind;
  });
  for (const [index, step] of steps.entries()) {
    if (problems.isFull) break;
    const kind = found[index];
    if (kind === undefined) {
      problems.add(`steps[${index}].operation`, "names no operation that changes records of the inventory");
      continue;
    }
    // A step that is not known is told of at its own place.
    const hasId = (other: number): boolean => found[other]?.hasId !== false;
    const own = new Problems();
    checkReferences(step.params ?? {}, ["params"], index, hasId, own);
    checkReferences(step.body ?? {}, ["body"], index, hasId, own);
    kind.check(resolved(step, () => SOME_ID) as PlannedStep, own);
    for (const { field, message } of own.list) problems.add(`steps[${index}].${field}`, message);
  }
  problems.throwIfAny();
  return found as StepKind[];
}

/** Does steps one after the other, as parts of a change. @throws StepRefused, and what is no rule's refusal as it is */
export async function runSteps(
  change: ObservedChange,
  steps: readonly PlannedStep[],
  kinds: readonly StepKind[],
  call: CallContext,
): Promise<void> {
  const ids: (string | undefined)[] = [];
  const { stepIfMatch: ifMatch } = call;
  const part = ifMatch === undefined ? change.part(call) : change.ownPart({ ...call, ifMatch });
  for (const [index, step] of steps.entries()) {
    call.signal?.throwIfAborted();
    if (isTurnOver()) await turnUnderLock();
    try {
      const idOf = (other: number): string => ids[other] ?? SOME_ID;
      const answer = await (kinds[index] as StepKind).run(resolved(step, idOf) as PlannedStep, change, part);
      ids.push(idOfAnswer(answer));
    } catch (error) {
      if (
        !isEngineError(error) ||
        error.kind === "too-much-work" ||
        error.kind === "unavailable" ||
        error.kind === "internal" ||
        error.kind === "forbidden"
      )
        throw error;
      throw new StepRefused(index, step, error);
    }
    // What a step has in hand is no longer what the next one finds in the rows.
    await change.em.flush();
    change.em.clear();
  }
}

function idOfAnswer(answer: unknown): string | undefined {
  const record: unknown = answer instanceof JsonText ? answer.parse() : answer;
  if (typeof record !== "object" || record === null || !("id" in record)) return undefined;
  return String(record.id);
}
