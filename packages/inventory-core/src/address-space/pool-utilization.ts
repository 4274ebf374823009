import { z } from "zod";
import { percentUsed } from "../address/host-count.ts";
import { defineEvent } from "../contract/event.ts";
import { Id } from "../contract/fields.ts";

/** Percent of a pool at which `pool.utilization_high` fires (decisions.md §4). */
export const DEFAULT_UTILIZATION_THRESHOLD = 90;

/**
 * What to report when a change takes a pool from below to at or above the threshold; null when it does not.
 * Counts are of addresses used or held; the comparison is exact.
 */
export function utilizationThreshold(
  before: number,
  after: number,
  size: bigint,
  threshold: number = DEFAULT_UTILIZATION_THRESHOLD,
): { readonly utilization: number; readonly threshold: number } | null {
  const reaches = (count: number): boolean => BigInt(count) * 100n >= size * BigInt(threshold);
  return !reaches(before) && reaches(after) ? { utilization: percentUsed(BigInt(after), size), threshold } : null;
}

/** Data of `pool.utilization_high`: the pool crossed the threshold upwards. */
const PoolUtilizationHigh = z
  .object({
    pool_id: Id,
    pool_name: z.string(),
    network_id: Id,
    utilization: z.number().meta({ description: "Percent used or held" }),
    threshold: z.number().meta({ description: "Percent at which the event fires" }),
  })
  .meta({ id: "PoolUtilizationHigh" });

export const poolUtilizationHigh = defineEvent("pool.utilization_high", "A pool's utilization reached the threshold", PoolUtilizationHigh);
