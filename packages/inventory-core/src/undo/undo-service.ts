import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonPieces } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Plan } from "../plans/plan.ts";
import type { PlanService } from "../plans/plan-service.ts";
import { KINDS, type PastChange, pastChange } from "./past-change.ts";
import { UNDO_STEP } from "./undo-step.ts";
import { undoErrors } from "./undo.errors.ts";

export const UNDO = serviceToken<UndoService>("undo");

/** Takes changes back: each makes a plan, and changes nothing by itself. */
export class UndoService {
  readonly #storage: OpenStorage;
  readonly #plans: PlanService;

  constructor(storage: OpenStorage, plans: PlanService) {
    this.#storage = storage;
    this.#plans = plans;
  }

  /** The plan of an undo that was made before. @throws NOT_FOUND */
  async plan(id: string, call: CallContext): Promise<JsonPieces<Plan>> {
    return await this.#plans.get(id, call);
  }

  /** @throws CHANGE_NOT_FOUND, CONFLICT when there is nothing of it to take back, or a rule speaks against it, FORBIDDEN */
  async undo(changeId: string, call: CallContext): Promise<JsonPieces<Plan>> {
    const past = await pastChange(this.#storage.read, changeId);
    if (past === undefined) throw undoErrors.CHANGE_NOT_FOUND({ id: changeId });
    this.#plans.mayReadTypes(call, [...past.records.keys()]);
    if (![...past.records.values()].some(({ size }) => size > 0))
      throw coreErrors.CONFLICT({ reason: "the change made nothing of the inventory that could be taken back" });
    const plan = {
      title: titleOf(past),
      description: `Takes back the change ${past.id} of ${past.at}.`,
      steps: [{ operation: UNDO_STEP, body: { change_id: past.id } }],
    };
    return await this.#plans.make(plan, call, { undoes: past.id, idle: NOTHING_LEFT });
  }
}

/** Why there is no plan that would do nothing. */
const NOTHING_LEFT = "nothing of the change is left to take back";

/** Longest title of a plan. */
const MAX_TITLE = 255;

const UNDO_WORD = "Undo ";
const REDO_WORD = "Redo ";

/** What the plan is called: after the plan that made the change, or after what it changed. */
function titleOf({ planTitle, records }: PastChange): string {
  if (planTitle?.startsWith(UNDO_WORD) === true) return `${REDO_WORD}${planTitle.slice(UNDO_WORD.length)}`;
  if (planTitle?.startsWith(REDO_WORD) === true) return `${UNDO_WORD}${planTitle.slice(REDO_WORD.length)}`;
  if (planTitle !== undefined) return `${UNDO_WORD}${planTitle}`.slice(0, MAX_TITLE);
  const counts = KINDS.flatMap((kind) => {
    const count = records.get(kind)?.size ?? 0;
    return count === 0 ? [] : [`${count} ${kind.replaceAll("_", " ")}${count === 1 ? "" : "s"}`];
  });
  const last = counts.pop();
  return `${UNDO_WORD}a change of ${counts.length === 0 ? last : `${counts.join(", ")} and ${last}`}`;
}
