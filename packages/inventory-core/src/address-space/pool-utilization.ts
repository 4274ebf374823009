import { z } from "zod";
import { defineEvent } from "../contract/storage/event.ts";
import { Id } from "../contract/operations/fields.ts";

/** Percent of a pool at which `pool.utilization_high` fires (docs/spec/pools.md#utilization-of-a-pool). */
export const PoolUtilizationThreshold = z
  .number({ error: "must be a number" })
  .gt(0, { error: "must be above 0" })
  .lte(100, { error: "must be at most 100" })
  .default(90);

/** Parts of a percent that thresholds are told apart by; a threshold in them is a safe integer. */
const PARTS = 1e12;

/** Whether a pool of `size` addresses, of which `count` are used or held, is at or above `threshold` percent. Exact. */
export function isHigh(count: number, size: bigint, threshold: number): boolean {
  const parts = BigInt(Math.max(1, Math.round(threshold * PARTS)));
  return BigInt(count) * 100n * BigInt(PARTS) >= size * parts;
}

/** Data of `pool.utilization_high`: the pool crossed the threshold upwards. */
const PoolUtilizationHigh = z
  .object({
    pool_id: Id,
    pool_name: z.string().meta({ description: "Name of the pool" }),
    network_id: Id,
    utilization: z.number().meta({ description: "Percent used or held" }),
    threshold: z.number().meta({ description: "Percent at which the event fires" }),
  })
  .meta({ id: "PoolUtilizationHigh", description: "A pool whose utilization reached the threshold" });

export const poolUtilizationHigh = defineEvent("pool.utilization_high", "A pool's utilization reached the threshold", PoolUtilizationHigh);
