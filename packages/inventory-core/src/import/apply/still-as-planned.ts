import type { Principal } from "../../contract/access/principal.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import { importTypes } from "../import-row.ts";
import { withIds } from "../plan/candidate.ts";
import { staleAt } from "./import-failures.ts";
import type { PlanStep } from "../plan/import-plan.ts";
import { Planner } from "../plan/planner.ts";
import type { WrittenStep } from "./write-steps.ts";

/** Fields of an address that follow from networks and pools, which the same import may have made meanwhile. */
const FOLLOWING: ReadonlySet<string> = new Set(["network_id", "pool_id"]);

/** What of a value a plan relies on. */
function reliedOn(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (FOLLOWING.has(name) ? undefined : inner));
}

/**
 * Looks whether steps would still do what was planned, in the transaction that writes them: between the batches of an import
 * by rows others write too. Earlier rows are in the inventory by now, or were refused.
 */
export class StillAsPlanned {
  readonly #principal: Principal;

  readonly #kinds: RecordKinds;

  constructor(principal: Principal, kinds: RecordKinds) {
    this.#principal = principal;
    this.#kinds = kinds;
  }

  /** @returns the steps to write, and of the others what came of them: `undefined` when there is nothing left to do */
  async check(
    change: Change,
    steps: readonly WrittenStep[],
  ): Promise<{ readonly ready: readonly WrittenStep[]; readonly outcomes: ReadonlyMap<WrittenStep, Outcome<unknown> | undefined> }> {
    const planner = new Planner(this.#principal, { next: () => change.newId() }, this.#kinds, (index) => steps[index]?.id);
    const types = importTypes(this.#kinds.all);
    const now = await planner.plan(
      change,
      steps.map((step, index) => ({ index, row: withIds(step.row, step.links ?? {}, types) })),
    );
    const outcomes = new Map<WrittenStep, Outcome<unknown> | undefined>();
    const ready = steps.filter((step, index) => {
      const found = now[index] as PlanStep;
      if (found.action === "unchanged" && step.action === "update" && found.id === step.id) outcomes.set(step, undefined);
      else if (found.problems !== undefined) outcomes.set(step, { error: refusalOf(found) });
      else if (!isSame(step, found)) outcomes.set(step, { error: staleAt(step) });
      return !outcomes.has(step);
    });
    return { ready, outcomes };
  }
}

function isSame(planned: WrittenStep, now: PlanStep): boolean {
  if (now.action !== planned.action || now.id !== planned.id) return false;
  const before = new Map((planned.changes ?? []).map((change) => [change.field, reliedOn(change.before)]));
  return (now.changes ?? []).every((change) => before.get(change.field) === reliedOn(change.before));
}

function refusalOf({ action, problems = [] }: PlanStep): Error {
  if (action === "conflict") return coreErrors.CONFLICT({ reason: problems.map(({ message }) => message).join("; ") });
  return coreErrors.VALIDATION_ERROR(Object.fromEntries(problems.map(({ field = "row", message }) => [field, { field, message }])));
}
