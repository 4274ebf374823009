import { defineTable } from "../storage/table.ts";

// A row says how full a record was on a day, and on those after it until the next row, for REPEAT_DAYS at most.

/** How full networks were: `used_count` addresses of the subnet that the network had then. */
const networkUtilizationTable = defineTable("NetworkUtilization", "network_utilization", {
  network_id: { type: "text", primary: true },
  /** Days since 1970-01-01, UTC. */
  day: { type: "integer", primary: true },
  first_key: { type: "text" },
  prefix_length: { type: "integer" },
  used_count: { type: "integer" },
});

/** How full pools were: `used_count` addresses of the range that the pool had then, used, allocated or in quarantine. */
const poolUtilizationTable = defineTable("PoolUtilization", "pool_utilization", {
  pool_id: { type: "text", primary: true },
  day: { type: "integer", primary: true },
  start_key: { type: "text" },
  end_key: { type: "text" },
  used_count: { type: "integer" },
  /** Addresses of the range that were reserved; they are not counted as used. */
  reserved_count: { type: "integer" },
});

/** A day on which every network and pool was looked at, and when. */
const utilizationDayTable = defineTable("UtilizationDay", "utilization_day", {
  day: { type: "integer", primary: true },
  at: { type: "text" },
});

export const NetworkUtilizationEntity = networkUtilizationTable.entity;
export const PoolUtilizationEntity = poolUtilizationTable.entity;
export const UtilizationDayEntity = utilizationDayTable.entity;
