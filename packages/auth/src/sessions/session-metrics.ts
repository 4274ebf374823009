import { type MetricSource, serviceToken } from "@cadastre/inventory-core";
import type { SessionStore } from "./session-store.ts";

export const SESSION_METRICS = serviceToken<MetricSource>("auth-session-metrics");

/** Sessions that are counted at most. */
const MAX_COUNTED = 10_000;

/** How many sessions live, where the store can count them at little cost. */
export function sessionMetrics(store: SessionStore): MetricSource {
  return {
    id: "sessions",
    collect: async () => {
      const value = await store.count?.(MAX_COUNTED);
      if (value === undefined) return [];
      return [
        {
          name: "cadastre_sessions",
          help: `Sessions that have not expired; at most ${MAX_COUNTED} are counted`,
          kind: "gauge",
          samples: [{ value }],
        },
      ];
    },
  };
}
