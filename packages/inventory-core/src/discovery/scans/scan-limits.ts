import type { ScanLimits, ScanType } from "../../contract/scanning/scanner.ts";
import type { DiscoverySettings } from "../discovery-options.ts";

/** Connections that are being opened at the same time, of all hosts together. */
const MAX_CONNECTIONS = 1000;
/**
 * At one host (docs/spec/discovery.md#load-on-a-host): more overflows the queue of what listens there. Looking at its ports needs more than
 * finding it.
 */
const AT_ONE_HOST = { quick: 10, full: 32, deep: 32 } as const satisfies Record<ScanType, number>;
const HOST_BUDGET_MS = 20_000;

/** What one scan may send. */
export function limitsOf(scanType: ScanType, { probesPerSecond }: Pick<DiscoverySettings, "probesPerSecond">): ScanLimits {
  return { probesPerSecond, connections: MAX_CONNECTIONS, connectionsPerHost: AT_ONE_HOST[scanType], hostBudgetMs: HOST_BUDGET_MS };
}
