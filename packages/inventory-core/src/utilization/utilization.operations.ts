import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { UtilizationHistory, UtilizationHistoryQuery } from "./utilization-history.ts";
import { UTILIZATION_HISTORY } from "./utilization-service.ts";

const POINTS = "A point a day, oldest first, and now; days on which no server ran have none.";

/** How full networks were: a method of `inventory.networks`. */
export const networkUtilizationOperations = defineOperations(
  "networks",
  {
    /** How full a network was, day by day, and when it will be full. Fails with NETWORK_NOT_FOUND. */
    utilizationHistory: defineOperation({
      summary: "Show how full a network was, and when it will be full",
      description: `${POINTS} The forecast is the straight line that fits the last 90 days best; null when it does not grow.`,
      service: UTILIZATION_HISTORY,
      access: "network:read",
      http: { method: "GET", path: "/api/networks/{id}/utilization/history", status: 200 },
      query: UtilizationHistoryQuery,
      output: record(UtilizationHistory),
      errors: ["NETWORK_NOT_FOUND"],
      run: async (history, { params, query }) => await history.of("network", params.id, query),
    }),
  },
  { id: "network" },
);

/** How full pools were: a method of `inventory.pools`. */
export const poolUtilizationOperations = defineOperations(
  "pools",
  {
    /** How full a pool was, day by day, allocations included, and when it will be full. Fails with POOL_NOT_FOUND. */
    utilizationHistory: defineOperation({
      summary: "Show how full a pool was, and when it will be full",
      description:
        `${POINTS} Allocations count as used. The forecast is the straight line that fits the last 90 days best; null when it does ` +
        "not grow.",
      service: UTILIZATION_HISTORY,
      access: "pool:read",
      http: { method: "GET", path: "/api/pools/{id}/utilization/history", status: 200 },
      query: UtilizationHistoryQuery,
      output: record(UtilizationHistory),
      errors: ["POOL_NOT_FOUND"],
      run: async (history, { params, query }) => await history.of("pool", params.id, query),
    }),
  },
  { id: "pool" },
);
