import { poolUtilizationHigh } from "../address-space/pool-utilization.ts";
import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Pool } from "./pool.ts";

export const poolCreated = defineEvent("pool.created", "A pool was created", Pool);
export const poolUpdated = defineEvent(
  "pool.updated",
  "Properties of a pool changed",
  Pool.extend(CHANGES).meta({
    id: "PoolUpdatedData",
    description: "A pool after a change, with the names of the fields that changed",
  }),
);
export const poolDeleted = defineEvent(
  "pool.deleted",
  "A pool was removed, by itself or with its network; data is the pool as it was",
  Pool,
);

export const poolEvents = [poolCreated, poolUpdated, poolDeleted, poolUtilizationHigh] as const;
