import { createHash } from "node:crypto";
import type { Principal } from "../contract/access/principal.ts";
import { canonicalJson } from "../contract/operations/request-key.ts";
import { JsonText } from "../contract/operations/result.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Plan, PlanSummary, PlannedStep } from "./plan.ts";
import type { PlanRow } from "./plan.entity.ts";
import type { PlanBasis } from "./rehearsal.ts";

/** Columns that summaries are made of. */
export const SUMMARY_COLUMNS =
  "id, title, description, status, step_count, record_count, created_by_id, created_by, created_at, refreshed_by_id, " +
  "refreshed_by, refreshed_at, closed_by_id, closed_by, closed_at, note, change_id, undoes";

/** A row without what can be long. */
export type SummaryRow = Omit<PlanRow, "steps" | "effects" | "basis">;

type Person = Plan["created_by"];

/** Who calls, as plans name them. */
export const personOf = ({ userId, username }: Principal): Person => ({ user_id: userId, username });

/** Null where there is none. */
const named = (userId: string | null, username: string | null): Person | null => (username === null ? null : { user_id: userId, username });

function historyOf(row: SummaryRow) {
  const closedBy = named(row.closed_by_id, row.closed_by);
  const isApplied = row.status === "applied";
  const isRejected = row.status === "rejected";
  return {
    created_by: { user_id: row.created_by_id, username: row.created_by },
    created_at: row.created_at,
    refreshed_by: named(row.refreshed_by_id, row.refreshed_by),
    refreshed_at: row.refreshed_at,
    applied_by: isApplied ? closedBy : null,
    applied_at: isApplied ? row.closed_at : null,
    rejected_by: isRejected ? closedBy : null,
    rejected_at: isRejected ? row.closed_at : null,
    note: row.note,
    change_id: row.change_id,
    undoes: row.undoes,
  };
}

/** A plan as lists, events and the audit trail show it. */
export function summaryOf(row: SummaryRow): PlanSummary {
  const { id, title, description, status, step_count, record_count } = row;
  return { id, title, description, status, step_count, record_count, ...historyOf(row) };
}

/** A plan as callers are told of it: what can be long is sent as it is stored. */
export function planText(row: PlanRow, stale: boolean | null): JsonText<Plan> {
  const { id, title, description, status } = row;
  const head = JSON.stringify({ id, title, description, status }).slice(0, -1);
  const end = JSON.stringify({ digest: digestOfPlan(row), stale, ...historyOf(row) }).slice(1);
  return new JsonText(`${head},"steps":${row.steps},"effects":${row.effects},${end}`);
}

export const stepsOf = ({ steps }: Pick<PlanRow, "steps">): readonly PlannedStep[] => JSON.parse(steps) as PlannedStep[];

export const basisOf = ({ basis }: Pick<PlanRow, "basis">): PlanBasis => JSON.parse(basis) as PlanBasis;

/** SHA-256, hexadecimal, of the canonical JSON (RFC 8785) of the steps and of the digest of the effects (decision 0431). */
export function digestOfPlan(row: Pick<PlanRow, "steps" | "basis">): string {
  return createHash("sha256")
    .update(canonicalJson({ effects: basisOf(row).digest, steps: stepsOf(row) }))
    .digest("hex");
}

/** @throws NOT_FOUND */
export async function planRow(queries: Queries, id: string): Promise<PlanRow> {
  const row = await queries.get<PlanRow>("select * from plan where id = ?", [id]);
  if (row === undefined) throw coreErrors.NOT_FOUND({ what: "plan" });
  return row;
}

/** A plan, which nobody else closes or refreshes before the end of the change. @throws NOT_FOUND */
export async function lockPlan(change: Change, id: string): Promise<PlanRow> {
  await change.lock({ on: "record", table: "plan", id });
  return await planRow(change, id);
}

/** @throws CONFLICT */
export function mustBeOpen(row: PlanRow): PlanRow {
  if (row.status === "open") return row;
  throw coreErrors.CONFLICT({ reason: `the plan is ${row.status} already` });
}

/** Closes a plan. @returns its row afterwards */
export async function closePlan(
  change: Change,
  row: PlanRow,
  { status, note = "", by, changeId = null }: { status: PlanRow["status"]; note?: string; by: Person | null; changeId?: string | null },
): Promise<PlanRow> {
  const closed: PlanRow = {
    ...row,
    status,
    note,
    change_id: changeId,
    closed_by_id: by?.user_id ?? null,
    closed_by: by?.username ?? null,
    closed_at: change.now,
  };
  await change.run("update plan set status = ?, note = ?, change_id = ?, closed_by_id = ?, closed_by = ?, closed_at = ? where id = ?", [
    closed.status,
    closed.note,
    closed.change_id,
    closed.closed_by_id,
    closed.closed_by,
    closed.closed_at,
    closed.id,
  ]);
  return closed;
}
