import { z } from "zod";
import { defineEvent } from "../contract/event.ts";
import { Id } from "../contract/fields.ts";

/** Data of `pool.utilization_high`: the pool crossed the threshold upwards. */
export const PoolUtilizationHigh = z
  .object({
    pool_id: Id,
    pool_name: z.string(),
    network_id: Id,
    utilization: z.number().meta({ description: "Percent used or held" }),
    threshold: z.number().meta({ description: "Percent at which the event fires" }),
  })
  .meta({ id: "PoolUtilizationHigh" });

export const poolUtilizationHigh = defineEvent("pool.utilization_high", "A pool's utilization reached the threshold", PoolUtilizationHigh);

export const poolEvents = [poolUtilizationHigh] as const;
