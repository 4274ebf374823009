import { createHash } from "node:crypto";
import type { Principal } from "../contract/access/principal.ts";
import { canonicalJson } from "../contract/operations/request-key.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { dropImages, effectsOfText, IN_PARTS } from "./effects/stored-effects.ts";
import type { Plan, PlanGroup, PlanSummary, PlannedStep } from "./plan.ts";
import type { PlanRow } from "./plan.entity.ts";
import type { PlanBasis } from "./rehearsal.ts";

/** Columns that summaries are made of. */
export const SUMMARY_COLUMNS =
  "id, title, description, status, step_count, record_count, created_by_id, created_by, created_at, refreshed_by_id, " +
  "refreshed_by, refreshed_at, closed_by_id, closed_by, closed_at, expired_at, note, change_id, undoes";

/** A row without what can be long. */
export type SummaryRow = Omit<PlanRow, "basis" | "bytes" | "effect_groups" | "effects" | "steps">;

type Person = Plan["created_by"];

/** Who calls, as plans name them. */
export const personOf = ({ userId, username }: Principal): Person => ({ user_id: userId, username });

/** Null where there is none. */
const named = (userId: string | null, username: string | null): Person | null => (username === null ? null : { user_id: userId, username });

/** The status of a plan, as callers see it. */
export const statusOf = ({ status, expired_at: expiredAt }: Pick<PlanRow, "expired_at" | "status">): PlanSummary["status"] =>
  expiredAt === null ? status : "expired";

/** Who made, refreshed and closed a plan, and when. */
export function historyOf(row: SummaryRow) {
  const closedBy = named(row.closed_by_id, row.closed_by);
  const status = statusOf(row);
  const isApplied = status === "applied";
  const isRejected = status === "rejected";
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
  const { id, title, description, step_count, record_count } = row;
  return { id, title, description, status: statusOf(row), step_count, record_count, ...historyOf(row) };
}

/** The effects of a plan, counted by type, action and changed fields. */
export const groupsOf = ({ effects, effect_groups: groups }: Pick<PlanRow, "effect_groups" | "effects">): readonly PlanGroup[] =>
  groups === null ? effectsOfText(effects).groups : (JSON.parse(groups) as PlanGroup[]);

export const stepsOf = ({ steps }: Pick<PlanRow, "steps">): readonly PlannedStep[] => JSON.parse(steps) as PlannedStep[];

/** Parsed once for each row that was read: it has the ids of all records that the plan touches. */
const BASES = new WeakMap<Pick<PlanRow, "basis">, PlanBasis>();

export function basisOf(row: Pick<PlanRow, "basis">): PlanBasis {
  const known = BASES.get(row);
  if (known !== undefined) return known;
  const basis = JSON.parse(row.basis) as PlanBasis;
  BASES.set(row, basis);
  return basis;
}

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
  throw coreErrors.CONFLICT({ reason: `the plan is ${statusOf(row)} already` });
}

/** Closes a plan and removes the images of its effects. @returns its row afterwards */
export async function closePlan(
  change: Change,
  row: PlanRow,
  { status, note = "", by, changeId = null }: { status: PlanSummary["status"]; note?: string; by: Person | null; changeId?: string | null },
): Promise<PlanRow> {
  await dropImages(change, row);
  const { ids: _, touched: __, ...basis } = basisOf(row);
  const changed = {
    status: status === "expired" ? "rejected" : status,
    expired_at: status === "expired" ? change.now : null,
    note,
    change_id: changeId,
    closed_by_id: by?.user_id ?? null,
    closed_by: by?.username ?? null,
    closed_at: change.now,
    effects: IN_PARTS,
    effect_groups: JSON.stringify(groupsOf(row)),
    basis: JSON.stringify({ ...basis, ids: [], touched: [] } satisfies PlanBasis),
  } as const;
  await updatePlan(change, row.id, changed);
  return { ...row, ...changed };
}

/** Sets columns of a plan. */
export async function updatePlan(change: Change, id: string, columns: Partial<PlanRow>): Promise<void> {
  const names = Object.keys(columns);
  await change.run(`update plan set ${names.map((name) => `${name} = ?`).join(", ")} where id = ?`, [...Object.values(columns), id]);
}

/** Audits what became of a plan. @param after its row; undefined if it was deleted */
export function auditPlan(change: Change, action: string, after: PlanRow | undefined, before?: PlanRow): void {
  change.audit({
    action,
    resource: "plan",
    resourceId: (after ?? before)?.id as string,
    ...(before !== undefined && { before: summaryOf(before) }),
    ...(after !== undefined && { after: summaryOf(after) }),
  });
}

/** Pages of {@link SUMMARY_COLUMNS} as JSON texts. */
export async function* summaries(pages: AsyncIterable<readonly SummaryRow[]>): AsyncGenerator<readonly string[]> {
  for await (const rows of pages) yield rows.map((row) => JSON.stringify(summaryOf(row)));
}
