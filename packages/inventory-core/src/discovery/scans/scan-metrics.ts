import type { MetricSource } from "../../contract/metrics.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { ScanRunner } from "../running/scan-runner.ts";

export const SCAN_METRICS = serviceToken<MetricSource>("scan-metrics");

/** A network has one scan at a time, so there are no more than networks; counting ends here all the same. */
const MAX_COUNTED = 10_000;

/** States of scans that are not over. Each has its entry in an index of nothing else. */
const OPEN = ["pending", "running"] as const;

/** Counts the scans of a state. Only with the words of the index does SQLite see that the index has them all. */
export const COUNT_OF_STATE =
  `select count(*) as n from (select 1 from scan where status = ? and status in ('pending', 'running') ` + `limit ${MAX_COUNTED}) s`;

/** How scans are doing: those that are not over in the database, and how those of this process ended. */
export function scanMetrics(storage: OpenStorage, runner: ScanRunner): MetricSource {
  const countOf = async (status: (typeof OPEN)[number]): Promise<number> => {
    const row = await storage.read.get<{ n: number }>(COUNT_OF_STATE, [status]);
    return row?.n ?? 0;
  };
  return {
    id: "discovery",
    collect: async () => [
      {
        name: "cadastre_scans",
        help: `Discovery scans of the database that are not over, by status; at most ${MAX_COUNTED} are counted`,
        kind: "gauge",
        labelNames: ["status"],
        samples: await Promise.all(OPEN.map(async (status) => ({ labels: { status }, value: await countOf(status) }))),
      },
      {
        name: "cadastre_scans_running_here",
        help: "Discovery scans that this process runs",
        kind: "gauge",
        samples: [{ value: runner.running }],
      },
      {
        name: "cadastre_scans_ended_total",
        help: "Discovery scans that this process ran to their end, by status",
        kind: "counter",
        labelNames: ["status"],
        samples: runner.endings.samples,
      },
    ],
  };
}
