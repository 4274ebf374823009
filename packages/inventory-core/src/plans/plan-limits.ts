import { planErrors } from "../contract/errors/plan-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { PlanRow } from "./plan.entity.ts";

/** Open plans of one user at most, by default (PLAN_OPEN_LIMIT). */
export const DEFAULT_PLAN_OPEN_LIMIT = 100;

/** The highest {@link DEFAULT_PLAN_OPEN_LIMIT} that can be set. */
export const MAX_PLAN_OPEN_LIMIT = 10_000;

/** Bytes of the open plans of one user at most. */
const MAX_OPEN_BYTES = 64 * 1024 * 1024;

/**
 * Refuses a further open plan of a user, or a larger one.
 * @param queries a change takes the lock of the user's plans; others look without one
 * @param userId null for the program itself, which has no limit
 * @param plan size in bytes of the plan, and its row if it exists
 * @throws PLAN_LIMIT
 */
export async function refuseTooManyOpen(
  queries: Change | Queries,
  userId: string | null,
  limit: number,
  { of, bytes }: { readonly of?: PlanRow; readonly bytes: number } = { bytes: 0 },
): Promise<void> {
  if (userId === null) return;
  if ("lock" in queries) await queries.lock({ on: "name", name: `open-plans/${userId}` });
  const open = await queries.get<{ plans: number | string; bytes: number | string }>(
    "select count(*) as plans, coalesce(sum(bytes), 0) as bytes from plan where created_by_id = ? and status = 'open'",
    [userId],
  );
  const plans = Number(open?.plans);
  const size = Number(open?.bytes) - (of?.bytes ?? 0) + bytes;
  if ((of === undefined && plans >= limit) || size > MAX_OPEN_BYTES)
    throw planErrors.PLAN_LIMIT({ plans, most_plans: limit, bytes: size, most_bytes: MAX_OPEN_BYTES });
}
