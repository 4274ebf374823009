import { SYSTEM } from "../contract/access/principal.ts";
import type { OldRows } from "../background/purge-old.ts";
import type { Retention } from "../background/retention.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import type { PlanRow } from "./plan.entity.ts";
import { auditPlan, closePlan } from "./plan-rows.ts";

/** Closes open plans that nobody touched for long, and deletes closed ones (amendment 20). */
export const PLAN_RETENTION = serviceToken<Retention>("plan-retention");

/** Days after which plans expire and closed plans are deleted, by default (PLAN_RETENTION_DAYS). */
export const DEFAULT_PLAN_RETENTION_DAYS = 90;

/** Closed plans. Their effects are deleted with them. */
export const OLD_PLANS: OldRows = {
  table: "plan",
  resource: "plan",
  columns: [],
  condition: "t.closed_at < ? and t.status <> 'open'",
  // Ten thousand effects of a plan are hundreds of rows.
  slice: 20,
  locks: (rows) => rows.map(({ id }) => ({ on: "record", table: "plan", id })),
};

/** Plans that expire between two looks at the signal. */
const EXPIRED_AT_ONCE = 50;

const IS_UNTOUCHED = "status = 'open' and created_at < ? and coalesce(refreshed_at, created_at) < ?";

/**
 * Closes open plans that nobody created or refreshed since a time.
 * @param before ISO 8601 time
 * @param signal ends it after a few plans
 */
export async function expirePlans(storage: OpenStorage, writes: WritePath, before: string, signal: AbortSignal): Promise<void> {
  for (let after = ""; !signal.aborted;) {
    const plans = await storage.read.all<{ id: string }>(
      `select id from plan where ${IS_UNTOUCHED} and id > ? order by id limit ${EXPIRED_AT_ONCE}`,
      [before, before, after],
    );
    for (const { id } of plans)
      await writes.run({ principal: SYSTEM, source: "retention" }, async (change) => {
        await change.lock({ on: "record", table: "plan", id });
        const row = await change.get<PlanRow>(`select * from plan where id = ? and ${IS_UNTOUCHED}`, [id, before, before]);
        if (row !== undefined) auditPlan(change, "expire", await closePlan(change, row, { status: "expired", by: null }), row);
      });
    const last = plans.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
