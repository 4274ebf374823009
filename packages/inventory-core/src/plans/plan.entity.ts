import { defineTable, type RowOf } from "../storage/table.ts";

/** Expired plans are `rejected` with `expired_at`, since versions before them know these statuses only. */
const STORED_STATUSES = ["open", "applied", "rejected", "failed"] as const;

/** A row of `plan`. `steps`, `effects`, `effect_groups` and `basis` are JSON. */
export const planTable = defineTable("Plan", "plan", {
  id: { type: "text", primary: true },
  title: { type: "text" },
  description: { type: "text" },
  status: { type: "text", oneOf: STORED_STATUSES },
  steps: { type: "text" },
  step_count: { type: "integer" },
  /** `IN_PARTS`; the effects themselves if a version before the parts wrote them. */
  effects: { type: "text" },
  /** `groups` of the plan; null if a version before the parts wrote it. */
  effect_groups: { type: "text", nullable: true },
  /** Size of the steps, the basis and the parts of the effects, in bytes. */
  bytes: { type: "integer" },
  record_count: { type: "integer" },
  /** What applying is compared with, and is done with: a `PlanBasis`. */
  basis: { type: "text" },
  created_by_id: { type: "text", nullable: true },
  created_by: { type: "text" },
  created_at: { type: "text" },
  /** Who refreshed it last, and when. */
  refreshed_by_id: { type: "text", nullable: true },
  refreshed_by: { type: "text", nullable: true },
  refreshed_at: { type: "text", nullable: true },
  /** Who applied or rejected it, and when; it failed without anybody. */
  closed_by_id: { type: "text", nullable: true },
  closed_by: { type: "text", nullable: true },
  closed_at: { type: "text", nullable: true },
  expired_at: { type: "text", nullable: true },
  note: { type: "text" },
  change_id: { type: "text", nullable: true },
  undoes: { type: "text", nullable: true },
});

export type PlanRow = RowOf<typeof planTable>;

export const PlanEntity = planTable.entity;
