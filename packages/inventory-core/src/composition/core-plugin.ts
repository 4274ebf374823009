import { ADDRESSES, AddressService } from "../addresses/address-service.ts";
import { PASSED_UPKEEP, PassedUpkeep } from "../address-space/passed-over/passed-upkeep.ts";
import { auditPermissions } from "../audit/audit.permissions.ts";
import { AUDIT_CHECK, AUDIT_METRICS, auditCheck, auditMetrics } from "../audit/audit-health.ts";
import { LEFT_COMPARISONS } from "../reconciliation/left-comparisons.ts";
import { AUDIT_RETENTION, AuditRetention } from "../audit/audit-retention.ts";
import { AUDIT_SEALER, AuditSealer } from "../audit/sealing/audit-sealer.ts";
import { AUDIT, AuditService } from "../audit/audit-service.ts";
import { AUDIT_VERIFIER, AuditVerifier } from "../audit/audit-verifier.ts";
import { AUDIT_WRITER } from "../audit/proof/audit-writer.ts";
import { CALLER_SERVICE, CallerService } from "../callers/caller-service.ts";
import { cascades } from "../cascades/cascades.ts";
import { Followers, FOLLOWERS, withFollowers } from "../cascades/removed-rows.ts";
import { ALLOCATION_STRATEGY, LOWEST_FIRST } from "../contract/allocation-strategy.ts";
import { CASCADES } from "../contract/cascades.ts";
import { PLAN_MAKER } from "../contract/plan-maker.ts";
import { definePlugin, type Plugin } from "../contract/plugin.ts";
import { PRIVATE_RECORDS } from "../contract/access/private-records.ts";
import { COMMITTED_EVENTS } from "../contract/storage/event.ts";
import { metricPermissions } from "../contract/metrics.ts";
import { CLOCK, LOGGER, STORAGE, WRITES } from "../contract/ports.ts";
import { SECRETS } from "../contract/secrets.ts";
import { provide } from "../contract/service-token.ts";
import { Retention } from "../background/retention.ts";
import { CONFLICT_RETENTION, DEFAULT_CONFLICT_RETENTION_DAYS, OLD_CONFLICTS } from "../conflicts/conflict-retention.ts";
import { conflictPermissions } from "../conflicts/conflict.permissions.ts";
import { CONFLICTS, ConflictService } from "../conflicts/conflict-service.ts";
import { ADDRESS_METRICS, addressMetrics, MAX_ADDRESS_SERIES } from "../dashboard/address-metrics.ts";
import { DASHBOARD, DashboardService } from "../dashboard/dashboard-service.ts";
import { devicePermissions } from "../devices/device.permissions.ts";
import { DEVICE_BULK, DeviceBulkService } from "../devices/bulk/device-bulk-service.ts";
import { DEVICES } from "../devices/device-service.ts";
import { discoveryPermissions } from "../discovery/discovery.permissions.ts";
import { RULE_SCHEDULER } from "../discovery/rules/rule-scheduler.ts";
import { SCAN_RUNNER } from "../discovery/running/scan-runner.ts";
import { SCAN_METRICS } from "../discovery/scans/scan-metrics.ts";
import { SCHEDULER_CHECK } from "../discovery/rules/scheduler-check.ts";
import { EVENT_CHECK, eventCheck } from "../events/event-check.ts";
import { EVENT_FEED, EventFeed } from "../events/feed/event-feed.ts";
import { EVENT_METRICS, EventMetrics } from "../events/event-metrics.ts";
import { EVENT_LOG } from "../events/event-log.ts";
import { eventPermissions } from "../events/event.permissions.ts";
import { REQUEST_KEYS, RequestKeys } from "../events/request-keys/request-keys.ts";
import { EVENT_RETENTION, EventRetention } from "../events/event-retention.ts";
import { EVENT_SUBSCRIPTIONS, EventSubscriptionService } from "../events/subscriptions/event-subscriptions.ts";
import { FIELD_PURGE } from "../field-definitions/field-purge.ts";
import { importPermissions } from "../import/import.permissions.ts";
import { HISTORY, HistoryService } from "../history/history-service.ts";
import { MANIFEST, ManifestService } from "../manifest/manifest-service.ts";
import { NETWORK_PLANS, NetworkPlanService } from "../network-plans/network-plan-service.ts";
import { networkSteps } from "../network-plans/network-steps.ts";
import { networkPermissions } from "../networks/network.permissions.ts";
import { NETWORK_BULK, NetworkBulkService } from "../networks/bulk/network-bulk-service.ts";
import { NETWORKS } from "../networks/network-service.ts";
import { ALLOCATIONS, AllocationService } from "../pools/allocations/allocation-service.ts";
import { HEATMAPS, HeatmapService } from "../pools/heatmap/heatmap-service.ts";
import { HOLD_SWEEPER, HoldSweeper } from "../pools/allocations/hold-sweeper.ts";
import { ALLOCATION_KEY_PURGE, AllocationKeyPurge } from "../pools/request-keys/allocation-key-purge.ts";
import { planPermissions } from "../plans/plan.permissions.ts";
import type { PlanReview } from "../plans/plan-review.ts";
import { DEFAULT_PLAN_RETENTION_DAYS, expirePlans, OLD_PLANS, PLAN_RETENTION } from "../plans/plan-retention.ts";
import { DEFAULT_PLAN_OPEN_LIMIT } from "../plans/plan-limits.ts";
import { planMakerOf, PLANS, PlanService } from "../plans/plan-service.ts";
import { StepKinds } from "../plans/steps/step-kinds.ts";
import { poolPermissions } from "../pools/pool.permissions.ts";
import { POOLS, PoolService } from "../pools/pool-service.ts";
import { relationshipPermissions } from "../relationships/relationship.permissions.ts";
import { RELATIONSHIPS, RelationshipService } from "../relationships/relationship-service.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { DISCOVERY_RETENTION } from "../discovery/discovery-retention.ts";
import { type DiscoveryOptions, discoverySettings } from "../discovery/discovery-options.ts";
import { SECRET_SERVICE, SecretService } from "../secrets/secret-service.ts";
import { EXPORTS, ExportService } from "../exports/export-service.ts";
import { DOCUMENT_UPKEEP, DocumentUpkeep } from "../storage/document-upkeep.ts";
import { MIGRATION_CHECK, MigrationCheck, STORED_MODELS } from "../storage/opening/migration-check.ts";
import { STORAGE_METRICS, storageMetrics } from "../storage/measures/storage-metrics.ts";
import { DEFAULT_HISTORY_DAYS } from "../utilization/days.ts";
import { UTILIZATION_HISTORY, UtilizationService } from "../utilization/utilization-service.ts";
import { UTILIZATION_RECORDER, UtilizationRecorder } from "../utilization/utilization-recorder.ts";
import { UNDO_WRITERS, undoStep } from "../undo/undo-step.ts";
import { SEARCH_TEXT_UPKEEP, SearchTextUpkeep } from "../verification/upkeep/search-text-upkeep.ts";
import { TENURE_UPKEEP, TenureUpkeep } from "../verification/upkeep/tenure-upkeep.ts";
import { discoveryServices } from "./discovery-services.ts";
import { placeServices } from "./place-services.ts";
import { WRITE_TIMES } from "../events/write-path-options.ts";
import { errorDefinitions } from "./core-errors.ts";
import { coreEvents } from "./core-events.ts";
import { CORE_KINDS } from "../core-kinds.ts";
import { DiscoveryRule } from "../discovery/rules/discovery-rule.ts";
import { ruleReach } from "../discovery/rules/rule-reach.ts";
import { scanFence } from "../outbound/address-fence.ts";
import { extendRecord } from "../contract/record-extensions.ts";
import { coreTables } from "./core-model.ts";
import { systemClock } from "../system-clock.ts";
import { adoptStep } from "../network-plans/adopt-vlans.ts";
import { serviceOf } from "../records/record-service.ts";
import { VLAN_UPKEEP } from "../networks/vlan-upkeep.ts";
import { Vlan } from "../vlans/vlan.ts";
import { withReferringRecords } from "../cascades/referring-records.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { recordServices } from "./records/record-services.ts";
import { coreOperationList } from "./core-operations.ts";

/** What the core's background work is told. */
export interface CoreOptions {
  /** Days that events are kept. */
  readonly eventRetentionDays?: number | undefined;
  /** Days that audit rows are kept; 0 is for ever. */
  readonly auditRetentionDays?: number | undefined;
  /** Days that it is known who held an address. */
  readonly addressHistoryDays?: number | undefined;
  /** Days for which an address where a host was seen is passed over; 0 is off. */
  readonly allocationSeenDays?: number | undefined;
  /** Keys to seal audit rows and to encrypt fields with. */
  readonly keyRing?: KeyRing | undefined;
  /** Days that resolved conflicts are kept; 0 is for ever. */
  readonly conflictRetentionDays?: number | undefined;
  readonly planRetentionDays?: number | undefined;
  readonly planOpenLimit?: number | undefined;
  readonly discovery?: DiscoveryOptions | undefined;
  readonly planReview?: PlanReview | undefined;
  /** Longest time in milliseconds that a call on many records takes. */
  readonly writeTimeoutMs?: number | undefined;
  /** Series that metrics tell of pools and networks at most. */
  readonly metricsAddressSeries?: number | undefined;
  /** Days that is kept how full pools and networks were. */
  readonly utilizationHistoryDays?: number | undefined;
}

/** The engine itself, as the first plugin of every host. */
export function corePlugin(options: CoreOptions = {}): Plugin {
  const { keyRing: ring } = options;
  const historyDays = options.utilizationHistoryDays ?? DEFAULT_HISTORY_DAYS;
  const discovery = discoverySettings(options.discovery ?? {});
  const conflictDays = options.conflictRetentionDays ?? DEFAULT_CONFLICT_RETENTION_DAYS;
  return definePlugin({
    id: "core",
    model: coreTables,
    records: CORE_KINDS,
    recordExtensions: [
      extendRecord(
        DiscoveryRule,
        ruleReach(() => scanFence(discovery.allow)),
      ),
    ],
    services: [
      ...discoveryServices(discovery),
      ...recordServices,
      ...placeServices,
      provide(FOLLOWERS, [], () => new Followers()),
      provide(CASCADES, [FOLLOWERS, RECORD_KINDS], (followers, kinds) => withReferringRecords(withFollowers(cascades, followers), kinds)),
      provide(CALLER_SERVICE, [], () => new CallerService()),
      provide(MANIFEST, [], () => new ManifestService()),
      provide(
        POOLS,
        [STORAGE, WRITES, CASCADES, CLOCK],
        (storage, writes, follow, clock) => new PoolService(storage, writes, follow, clock),
      ),
      provide(HEATMAPS, [STORAGE, CLOCK], (storage, clock) => new HeatmapService(storage, clock)),
      provide(ALLOCATION_STRATEGY, [], () => LOWEST_FIRST),
      provide(
        ALLOCATIONS,
        [STORAGE, WRITES, ALLOCATION_STRATEGY],
        (storage, writes, strategy) => new AllocationService(storage, writes, strategy),
      ),
      provide(
        REQUEST_KEYS,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new RequestKeys(storage, writes, clock, logger),
      ),
      provide(ALLOCATION_KEY_PURGE, [WRITES, CLOCK, LOGGER], (writes, clock, logger) => new AllocationKeyPurge(writes, clock, logger)),
      provide(
        HOLD_SWEEPER,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new HoldSweeper(storage, writes, clock, logger),
      ),
      provide(DEVICE_BULK, [STORAGE, WRITES, DEVICES], (storage, writes, devices) => new DeviceBulkService(storage, writes, devices)),
      provide(NETWORK_BULK, [STORAGE, WRITES, NETWORKS], (storage, writes, networks) => new NetworkBulkService(storage, writes, networks)),
      provide(RELATIONSHIPS, [STORAGE, WRITES], (storage, writes) => new RelationshipService(storage, writes)),
      provide(CONFLICTS, [STORAGE, WRITES, CASCADES], (storage, writes, follow) => new ConflictService(storage, writes, follow)),
      provide(
        PLANS,
        [STORAGE, WRITES, UNDO_WRITERS, CLOCK, serviceOf(Vlan)],
        (storage, writes, writers, clock, vlans) =>
          new PlanService(storage, writes, new StepKinds([...networkSteps, adoptStep(vlans), undoStep(writers)]), clock, {
            review: options.planReview ?? "any",
            openLimit: options.planOpenLimit ?? DEFAULT_PLAN_OPEN_LIMIT,
            timeoutMs: options.writeTimeoutMs ?? WRITE_TIMES.timeoutMs,
          }),
      ),
      provide(PLAN_MAKER, [PLANS], planMakerOf),
      provide(NETWORK_PLANS, [STORAGE, PLANS], (storage, plans) => new NetworkPlanService(storage, plans)),
      provide(ADDRESSES, [STORAGE, WRITES, CLOCK], (storage, writes, clock) => new AddressService(storage, writes, clock)),
      provide(DASHBOARD, [STORAGE, DEVICES, CLOCK], (storage, devices, clock) => new DashboardService(storage, devices, clock)),
      provide(EXPORTS, [STORAGE, DEVICES], (storage, devices) => new ExportService(storage, devices)),
      provide(
        SEARCH_TEXT_UPKEEP,
        [STORAGE, WRITES, RECORD_KINDS, CLOCK, LOGGER],
        (storage, writes, kinds, clock, logger) => new SearchTextUpkeep(storage, writes, kinds, clock, logger),
      ),
      provide(
        TENURE_UPKEEP,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new TenureUpkeep(storage, writes, clock, logger, options.addressHistoryDays),
      ),
      provide(
        PASSED_UPKEEP,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new PassedUpkeep(storage, writes, clock, logger, options.allocationSeenDays),
      ),
      provide(DOCUMENT_UPKEEP, [STORAGE, CLOCK, LOGGER], (storage, clock, logger) => new DocumentUpkeep(storage, clock, logger)),
      provide(
        AUDIT,
        [STORAGE, WRITES, CLOCK, LOGGER, PRIVATE_RECORDS],
        (storage, writes, clock, logger, records) => new AuditService(storage, writes, clock, logger, records),
      ),
      provide(UTILIZATION_HISTORY, [STORAGE, CLOCK], (storage, clock) => new UtilizationService(storage, clock, historyDays)),
      provide(
        UTILIZATION_RECORDER,
        [STORAGE, CLOCK, LOGGER],
        (storage, clock, logger) => new UtilizationRecorder(storage, clock, logger, historyDays),
      ),
      provide(HISTORY, [STORAGE], (storage) => new HistoryService(storage)),
      provide(
        AUDIT_SEALER,
        [STORAGE, WRITES, CLOCK, LOGGER, AUDIT_WRITER],
        (storage, writes, clock, logger, writer) => new AuditSealer({ storage, writes, clock, logger, writer, ring }),
      ),
      provide(AUDIT_CHECK, [AUDIT_SEALER], (sealer) => auditCheck(sealer)),
      provide(AUDIT_METRICS, [STORAGE, AUDIT_SEALER], (storage, sealer) => auditMetrics(storage, sealer)),
      provide(
        AUDIT_VERIFIER,
        [STORAGE, CLOCK, AUDIT_SEALER],
        (storage, clock, sealer) => new AuditVerifier(storage, ring, clock, async () => await sealer.seal()),
      ),
      provide(
        AUDIT_RETENTION,
        [WRITES, CLOCK, LOGGER],
        (writes, clock, logger) => new AuditRetention(writes, clock, logger, ring, options.auditRetentionDays ?? 0),
      ),
      provide(
        CONFLICT_RETENTION,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) =>
          new Retention(storage, writes, clock, logger, { what: "conflicts", kinds: [OLD_CONFLICTS], days: conflictDays }),
      ),
      provide(
        PLAN_RETENTION,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) =>
          new Retention(storage, writes, clock, logger, {
            what: "plans",
            kinds: [OLD_PLANS],
            days: options.planRetentionDays ?? DEFAULT_PLAN_RETENTION_DAYS,
            first: async (before, signal) => await expirePlans(storage, writes, before, signal),
          }),
      ),
      provide(
        SECRET_SERVICE,
        [STORAGE, WRITES, STORED_MODELS],
        (storage, writes, models) => new SecretService(storage, writes, ring, models),
      ),
      provide(SECRETS, [SECRET_SERVICE], (secrets) => secrets),
      provide(
        EVENT_FEED,
        [EVENT_LOG, COMMITTED_EVENTS, CLOCK, LOGGER],
        (log, source, clock, logger) => new EventFeed(log, source, clock, logger),
      ),
      provide(
        EVENT_SUBSCRIPTIONS,
        [STORAGE, EVENT_LOG, COMMITTED_EVENTS, CLOCK, LOGGER],
        (storage, log, events, clock, logger) =>
          new EventSubscriptionService({ storage, log, events, clock, realClock: systemClock, logger }),
      ),
      provide(
        EVENT_RETENTION,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new EventRetention(storage, writes, clock, logger, options.eventRetentionDays),
      ),
      provide(EVENT_CHECK, [STORAGE], (storage) => eventCheck(storage)),
      provide(EVENT_METRICS, [COMMITTED_EVENTS], (source) => new EventMetrics(source)),
      provide(STORAGE_METRICS, [STORAGE], (storage) => storageMetrics(storage)),
      provide(ADDRESS_METRICS, [STORAGE, CLOCK], (storage, clock) =>
        addressMetrics(storage, clock, options.metricsAddressSeries ?? MAX_ADDRESS_SERIES),
      ),
      provide(MIGRATION_CHECK, [STORAGE, STORED_MODELS], (storage, models) => new MigrationCheck(storage, models)),
    ],
    healthChecks: [MIGRATION_CHECK, SCHEDULER_CHECK, EVENT_CHECK, AUDIT_CHECK],
    metricSources: [STORAGE_METRICS, EVENT_METRICS, SCAN_METRICS, ADDRESS_METRICS, ...(ring === undefined ? [] : [AUDIT_METRICS])],
    permissions: [
      ...networkPermissions,
      ...poolPermissions,
      ...devicePermissions,
      ...relationshipPermissions,
      ...conflictPermissions,
      ...discoveryPermissions,
      ...eventPermissions,
      ...auditPermissions,
      ...metricPermissions,
      ...importPermissions,
      ...planPermissions,
    ],
    operations: coreOperationList,
    events: coreEvents,
    errors: errorDefinitions,
    start: async (host) => {
      await host.get(SECRET_SERVICE).start(host.encryptedColumns);
      host.get(CALLER_SERVICE).start(host);
      host.get(MANIFEST).start(host);
      host.get(PLANS).start(host);
      host.get(FOLLOWERS).start(host.followers);
      host.get(DASHBOARD).start(host.dashboardSources);
      host.get(EVENT_METRICS).start(host.events);
      host.get(EVENT_FEED).start(host.events);
      host.get(EVENT_SUBSCRIPTIONS).start(host.events);
      host.get(SCAN_RUNNER).load(host.scanners);
    },
    startWork: async (host) => {
      await host.get(SEARCH_TEXT_UPKEEP).start();
      host.get(DOCUMENT_UPKEEP).start(host.documents);
      host.get(VLAN_UPKEEP).start();
      host.get(HOLD_SWEEPER).start();
      host.get(FIELD_PURGE).start();
      host.get(REQUEST_KEYS).start();
      host.get(ALLOCATION_KEY_PURGE).start();
      host.get(EVENT_RETENTION).start();
      host.get(UTILIZATION_RECORDER).start();
      host.get(TENURE_UPKEEP).start();
      host.get(DISCOVERY_RETENTION).start();
      host.get(CONFLICT_RETENTION).start();
      host.get(PLAN_RETENTION).start();
      await host.get(PASSED_UPKEEP).start(host.scanners.length > 0);
      host.get(LEFT_COMPARISONS).start();
      host.get(SCAN_RUNNER).start();
      // Scans are started where they can be run: not by a command that opens the database for a moment.
      if (host.get(SCAN_RUNNER).canScan) host.get(RULE_SCHEDULER).start();
      await host.get(AUDIT_SEALER).start();
      host.get(AUDIT_RETENTION).start();
    },
    stop: async (host) => {
      host.get(EVENT_METRICS).stop();
      await host.get(EVENT_SUBSCRIPTIONS).stop();
      await host.get(EVENT_FEED).stop();
      await host.get(RULE_SCHEDULER).stop();
      await host.get(SCAN_RUNNER).stop();
      await host.get(HOLD_SWEEPER).stop();
      await host.get(FIELD_PURGE).stop();
      await host.get(REQUEST_KEYS).stop();
      await host.get(ALLOCATION_KEY_PURGE).stop();
      await host.get(SEARCH_TEXT_UPKEEP).stop();
      await host.get(DOCUMENT_UPKEEP).stop();
      await host.get(VLAN_UPKEEP).stop();
      await host.get(EVENT_RETENTION).stop();
      await host.get(UTILIZATION_RECORDER).stop();
      await host.get(TENURE_UPKEEP).stop();
      await host.get(DISCOVERY_RETENTION).stop();
      await host.get(CONFLICT_RETENTION).stop();
      await host.get(PLAN_RETENTION).stop();
      await host.get(PASSED_UPKEEP).stop();
      await host.get(LEFT_COMPARISONS).stop();
      await host.get(AUDIT_RETENTION).stop();
      // Last, so that what the others left is sealed too.
      await host.get(AUDIT_SEALER).stop();
    },
  });
}
