import type { Metric, MetricSource } from "../../contract/metrics.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";

export const STORAGE_METRICS = serviceToken<MetricSource>("storage-metrics");

/** What the storage of this process has done; asks the database nothing. */
export function storageMetrics(storage: OpenStorage): MetricSource {
  return {
    id: "database",
    collect: () => {
      const statistics = storage.statistics?.();
      if (statistics === undefined) return [];
      const { transactions, retries, connections } = statistics;
      const metrics: Metric[] = [
        {
          name: "cadastre_database_transactions_total",
          help: "Write transactions that ended, by outcome",
          kind: "counter",
          labelNames: ["outcome"],
          samples: Object.entries({ ...transactions }).map(([outcome, value]) => ({ labels: { outcome }, value })),
        },
        {
          name: "cadastre_database_retries_total",
          help: "Tries that were made again because the database was busy",
          kind: "counter",
          samples: [{ value: retries }],
        },
      ];
      if (connections !== undefined) {
        const { most, ...states } = connections;
        metrics.push(
          {
            name: "cadastre_database_connections",
            help: "Connections of the pool by state; waiting are callers without one",
            kind: "gauge",
            labelNames: ["state"],
            samples: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
          },
          {
            name: "cadastre_database_connections_most",
            help: "Connections that the pool may open",
            kind: "gauge",
            samples: [{ value: most }],
          },
        );
      }
      return metrics;
    },
  };
}
