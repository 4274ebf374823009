import type { createInventory } from "@cadastre/inventory-core";
import type { Settings } from "../settings/settings.ts";

type InventoryOptions = Parameters<typeof createInventory>[0];

/** What the settings say of the data, for a server and for a command that opens its database. */
export function inventoryOptionsOf(
  settings: Settings,
): Pick<
  InventoryOptions,
  | "addressHistoryDays"
  | "allocationSeenDays"
  | "audit"
  | "auditRetentionDays"
  | "conflictRetentionDays"
  | "discovery"
  | "eventRetentionDays"
  | "metricsAddressSeries"
  | "planOpenLimit"
  | "planRetentionDays"
  | "planReview"
  | "poolUtilizationThreshold"
  | "utilizationHistoryDays"
  | "importTimeoutMs"
  | "writeTimeoutMs"
  | "writeWaitMs"
  | "spoolFolder"
  | "spoolBytes"
> {
  return {
    audit: settings.AUDIT_ENABLED,
    auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
    eventRetentionDays: settings.EVENT_RETENTION_DAYS,
    addressHistoryDays: settings.ADDRESS_HISTORY_DAYS,
    conflictRetentionDays: settings.CONFLICT_RETENTION_DAYS,
    allocationSeenDays: settings.ALLOCATION_SEEN_DAYS,
    planReview: settings.PLAN_REVIEW,
    planRetentionDays: settings.PLAN_RETENTION_DAYS,
    planOpenLimit: settings.PLAN_OPEN_LIMIT,
    writeWaitMs: settings.WRITE_WAIT,
    writeTimeoutMs: settings.WRITE_TIMEOUT,
    importTimeoutMs: settings.IMPORT_TIMEOUT,
    spoolFolder: settings.SPOOL_DIR,
    spoolBytes: settings.SPOOL_MEGABYTES * 1_000_000,
    poolUtilizationThreshold: settings.POOL_UTILIZATION_THRESHOLD,
    metricsAddressSeries: settings.METRICS_ADDRESS_SERIES,
    utilizationHistoryDays: settings.UTILIZATION_HISTORY_DAYS,
    discovery: {
      ...(settings.DISCOVERY_SCANNER === undefined ? {} : { scanner: settings.DISCOVERY_SCANNER }),
      doNotProbe: settings.DISCOVERY_DO_NOT_PROBE,
      allow: settings.DISCOVERY_ALLOW,
      probesPerSecond: settings.DISCOVERY_RATE,
      retentionDays: settings.DISCOVERY_RETENTION_DAYS,
      missingAfter: settings.DISCOVERY_MISSING_AFTER,
      datacenters: [...settings.DISCOVERY_DATACENTERS],
      leaseMs: settings.DISCOVERY_LEASE,
    },
  };
}
