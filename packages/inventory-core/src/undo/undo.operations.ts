import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { Plan } from "../plans/plan.ts";
import { ChangeUndo } from "./undo.ts";
import { UNDO } from "./undo-service.ts";

/** What may be done with a change that was made: methods of `inventory.changes`. */
export const undoOperations = defineOperations("changes", {
  /** Plans to take a change back; nothing of it is done before the plan is applied. Fails with CHANGE_NOT_FOUND, CONFLICT. */
  undo: defineOperation({
    summary: "Plan to take a change back",
    description:
      "Answers a plan; nothing changes before it is applied. What the change made is deleted, what it changed gets its former values, " +
      "and what it deleted comes back under its own id, with its addresses, allocations and relationships. Fields that somebody changed " +
      "since stay, which the warnings of the plan tell. Undoing the change of such a plan is a redo. With `record`, the plan takes back " +
      "the change of that record only; CONFLICT names records of the change that depend on it. The others can be taken back later.",
    service: UNDO,
    access: "plan:create",
    http: { method: "POST", path: "/api/changes/{change_id}/undo", status: 201 },
    idempotent: "kept",
    replay: async (undo, id, call) => await undo.plan(id, call),
    dryRun: "record",
    body: ChangeUndo,
    output: record(Plan),
    errors: ["CHANGE_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
    run: async (undo, { params, body }, call) => await undo.undo(params.change_id, body, call),
  }),
});
