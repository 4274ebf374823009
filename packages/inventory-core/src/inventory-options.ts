import { z } from "zod";
import { DEFAULT_SEEN_DAYS, MAX_SEEN_DAYS } from "./address-space/passed-over/seen-days.ts";
import { PoolUtilizationThreshold } from "./address-space/pool-utilization.ts";
import { RetentionDays } from "./background/retention.ts";
import { DEFAULT_CONFLICT_RETENTION_DAYS } from "./conflicts/conflict-retention.ts";
import type { Clock } from "./contract/clock.ts";
import type { Logger } from "./contract/logger.ts";
import type { Plugin } from "./contract/plugin.ts";
import type { RecordExtension } from "./contract/record-extensions.ts";
import type { RecordKind } from "./contract/record-kind.ts";
import type { ServiceProvider } from "./contract/service-token.ts";
import type { Storage } from "./contract/storage/storage.ts";
import { MAX_ADDRESS_SERIES } from "./dashboard/address-metrics.ts";
import type { DiscoveryOptions } from "./discovery/discovery-options.ts";
import { WRITE_TIMES } from "./events/write-path-options.ts";
import { DEFAULT_PLAN_OPEN_LIMIT, MAX_PLAN_OPEN_LIMIT } from "./plans/plan-limits.ts";
import { DEFAULT_PLAN_RETENTION_DAYS } from "./plans/plan-retention.ts";
import { PLAN_REVIEWS, type PlanReview } from "./plans/plan-review.ts";
import type { KeyRing } from "./secrets/key-ring.ts";
import { DEFAULT_HISTORY_DAYS, MAX_HISTORY_DAYS } from "./utilization/days.ts";

/** What an inventory is opened with. Everything but the storage may be left out. */
export interface InventoryOptions<
  Plugins extends readonly Plugin[] = readonly Plugin[],
  Records extends readonly RecordKind[] = readonly RecordKind[],
> {
  /** The database: of `sqlite(…)`, `postgresql(…)` or another storage, not opened before. */
  readonly storage: Storage;
  /** Plugins, in any order: they start in the order in which they need each other. */
  readonly plugins?: Plugins | undefined;
  /** Kinds of record of the application: of `defineRecord`. Plugins bring their own. */
  readonly records?: Records | undefined;
  /** Checks and consequences that the application adds to kinds of record: of `extendRecord`. They run after the checks of the plugins. */
  readonly recordExtensions?: readonly RecordExtension[] | undefined;
  /**
   * False changes no tables: a database with pending migrations, or a missing one, is refused (DATABASE_NOT_MIGRATED). `migrate` applies
   * them. True unless set.
   */
  readonly migrate?: boolean | undefined;
  /**
   * True opens the database without a writing handle: nothing is created, migrated or repaired, no background work starts, and every write
   * throws READ_ONLY. Pending migrations are refused (DATABASE_NOT_MIGRATED), and so is a storage without the capability `readOnly`
   * (STORAGE_INVALID). False unless set.
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Services that you bind in place of those that are there: `provide(IDS, [], () => myIds)`. See `CLOCK`, `LOGGER`, `IDS`,
   * `ALLOCATION_STRATEGY`, `TEXT_SEARCH`, and `PASSWORD_HASHER` of `@cadastre/auth`. PLUGIN_UNKNOWN_SERVICE for what nobody provides.
   */
  readonly bind?: readonly ServiceProvider[] | undefined;
  /** The clock that everything goes by; the system's unless set. */
  readonly clock?: Clock | undefined;
  /** Where log lines go; nowhere unless set. */
  readonly logger?: Logger | undefined;
  /** False keeps no audit trail; true unless set. */
  readonly audit?: boolean | undefined;
  /** Days that audit rows are kept; for ever unless set. */
  readonly auditRetentionDays?: number | undefined;
  /** Keys to seal the audit trail and to encrypt fields with. Without them nothing is sealed, and encrypted fields are an error. */
  readonly keyRing?: KeyRing | undefined;
  /** Days that events are kept; 90 unless set. */
  readonly eventRetentionDays?: number | undefined;
  /** Days that it is known who held an address; 3,650 unless set. */
  readonly addressHistoryDays?: number | undefined;
  /** Days, up to 36,500, that resolved conflicts are kept; 365 unless set, 0 is for ever. VALIDATION_ERROR otherwise. */
  readonly conflictRetentionDays?: number | undefined;
  /**
   * Days, 0–365, for which an address where a host was seen is not handed out; 7 unless set, 0 is off. VALIDATION_ERROR otherwise.
   * Set it alike on all hosts of a database.
   */
  readonly allocationSeenDays?: number | undefined;
  /** Percent of a pool, above 0 and at most 100, at which `pool.utilization_high` fires; 90 unless set. VALIDATION_ERROR otherwise. */
  readonly poolUtilizationThreshold?: number | undefined;
  /**
   * Series that metrics tell of pools and networks at most, two each; 5,000 unless set, which is the most, and none for 0. VALIDATION_ERROR
   * otherwise.
   */
  readonly metricsAddressSeries?: number | undefined;
  /** Days, 1–3,650, that is kept how full networks and pools were; 800 unless set. VALIDATION_ERROR otherwise. */
  readonly utilizationHistoryDays?: number | undefined;
  /** Who may apply a plan: `any` with the permissions, unless set, or `other`: not the one who made it. */
  readonly planReview?: PlanReview | undefined;
  /**
   * Days, up to 36,500, after which an open plan that nobody refreshed expires, and a closed plan is deleted; 90 unless set, 0 is never.
   * VALIDATION_ERROR otherwise.
   */
  readonly planRetentionDays?: number | undefined;
  /** Open plans that one user may have, 1–10,000; 100 unless set. VALIDATION_ERROR otherwise. */
  readonly planOpenLimit?: number | undefined;
  /** Longest wait of a write for its turn and for locks, in milliseconds, 1–600,000; then BUSY. Default 15,000. */
  readonly writeWaitMs?: number | undefined;
  /**
   * Longest lock time of a bulk call, plan, undo or resolution of a conflict, in milliseconds, 1–600,000; then TOO_MUCH_WORK. Default
   * 10,000. Calls without a principal have no limit unless they set `timeoutMs`.
   */
  readonly writeTimeoutMs?: number | undefined;
  /** Longest lock time of an import, and of a change of one record, in milliseconds, 1–3,600,000. Default 300,000. */
  readonly importTimeoutMs?: number | undefined;
  /** Folder of temporary files; default is that of the operating system. Created with mode 0700 when only it is missing. */
  readonly spoolFolder?: string | undefined;
  /**
   * Size limit of all temporary files together, in bytes; default 1 GiB. They buffer lists for slow clients and request bodies above 1 MiB.
   * With 0, lists for slow clients fail and such bodies are refused.
   */
  readonly spoolBytes?: number | undefined;
  /** How scans are run. VALIDATION_ERROR names an option that is wrong. */
  readonly discovery?: DiscoveryOptions | undefined;
}

const milliseconds = (most: number) =>
  z
    .int({ error: "must be a whole number of milliseconds" })
    .min(1, { error: "must be at least 1" })
    .max(most, { error: `must be at most ${most}` });

/** Options that are numbers of the rules. */
export const InventorySettings = z.object({
  poolUtilizationThreshold: PoolUtilizationThreshold,
  metricsAddressSeries: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must be at least 0" })
    .max(MAX_ADDRESS_SERIES, { error: `must be at most ${MAX_ADDRESS_SERIES}` })
    .default(MAX_ADDRESS_SERIES),
  utilizationHistoryDays: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_HISTORY_DAYS, { error: `must be at most ${MAX_HISTORY_DAYS}` })
    .default(DEFAULT_HISTORY_DAYS),
  conflictRetentionDays: RetentionDays.default(DEFAULT_CONFLICT_RETENTION_DAYS),
  planRetentionDays: RetentionDays.default(DEFAULT_PLAN_RETENTION_DAYS),
  planOpenLimit: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_PLAN_OPEN_LIMIT, { error: `must be at most ${MAX_PLAN_OPEN_LIMIT}` })
    .default(DEFAULT_PLAN_OPEN_LIMIT),
  allocationSeenDays: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must be at least 0" })
    .max(MAX_SEEN_DAYS, { error: `must be at most ${MAX_SEEN_DAYS}` })
    .default(DEFAULT_SEEN_DAYS),
  writeWaitMs: milliseconds(600_000).default(WRITE_TIMES.waitMs),
  writeTimeoutMs: milliseconds(600_000).default(WRITE_TIMES.timeoutMs),
  importTimeoutMs: milliseconds(3_600_000).default(WRITE_TIMES.importTimeoutMs),
  spoolFolder: z.string().min(1, { error: "must be the path of a folder" }).optional(),
  spoolBytes: z.int({ error: "must be a whole number of bytes" }).min(0, { error: "must be at least 0" }).optional(),
  planReview: z.enum(PLAN_REVIEWS, { error: `must be one of ${PLAN_REVIEWS.join(", ")}` }).default("any"),
});

/** Options that are no numbers. */
const OTHER_OPTIONS: Readonly<Record<Exclude<keyof InventoryOptions, keyof typeof InventorySettings.shape>, true>> = {
  storage: true,
  migrate: true,
  readOnly: true,
  plugins: true,
  records: true,
  recordExtensions: true,
  bind: true,
  clock: true,
  logger: true,
  audit: true,
  auditRetentionDays: true,
  keyRing: true,
  eventRetentionDays: true,
  addressHistoryDays: true,
  discovery: true,
};

/** Names of all options. */
export const INVENTORY_OPTIONS: readonly string[] = [...Object.keys(OTHER_OPTIONS), ...Object.keys(InventorySettings.shape)];
