import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { Dashboard, DashboardQuery } from "./dashboard.ts";
import { DASHBOARD } from "./dashboard-service.ts";

export const dashboardOperations = defineOperations("dashboard", {
  /** Counts, fullest networks and pools, running scans, active conflicts and failed deliveries, as far as the caller may list them. */
  get: defineOperation({
    summary: "Show an overview of the inventory",
    description:
      "Counts, fullest networks and pools, running scans, active conflicts, and what plugins add, such as failed deliveries. What " +
      "the caller may not list is null.",
    service: DASHBOARD,
    access: "authenticated",
    http: { method: "GET", path: "/api/dashboard", status: 200 },
    query: DashboardQuery,
    ignoredQuery: {
      stale_days: "Accepted without effect: the service does not know stale devices; see the missing addresses",
      recent_limit: "Accepted without effect: limit bounds each list",
    },
    output: record(Dashboard),
    run: async (dashboard, { query }, call) => await dashboard.read(query, call),
  }),
});
