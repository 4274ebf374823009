import { LEASE_WITNESS } from "../contract/scanning/lease-witness.ts";
import { CLOCK, LOGGER, STORAGE, WRITES } from "../contract/ports.ts";
import { provide, type ServiceProvider } from "../contract/service-token.ts";
import { Retention } from "../background/retention.ts";
import { DEVICES } from "../devices/device-service.ts";
import { LEFT_COMPARISONS, LeftComparisons } from "../reconciliation/left-comparisons.ts";
import { DISCOVERED_DEVICES, DiscoveredDeviceService } from "../discovery/found/discovered-device-service.ts";
import { MISSING, MissingService } from "../discovery/missing/missing-service.ts";
import { RULE_SCHEDULER, RuleScheduler } from "../discovery/rules/rule-scheduler.ts";
import { NO_AGENTS, SCAN_AFFINITY } from "../contract/scanning/scan-affinity.ts";
import { NO_SITE_LEASES, SITE_LEASES } from "../contract/scanning/site-leases.ts";
import { NO_SITE_WITNESSES, SITE_WITNESSES } from "../contract/scanning/site-witnesses.ts";
import { StoredAgentReports } from "../discovery/agents/agent-reports.ts";
import { AGENT_REPORTS, AGENT_SCANS } from "../discovery/agents/agent-scanning.ts";
import { StoredAgentScans } from "../discovery/agents/agent-scans.ts";
import { SCAN_REACH } from "../contract/scanning/scan-reach.ts";
import { scanReach } from "../discovery/running/scan-reach.ts";
import { LeaseSightings } from "../discovery/running/lease-sightings.ts";
import { SCAN_RUNNER, ScanRunner } from "../discovery/running/scan-runner.ts";
import { SCAN_METRICS, scanMetrics } from "../discovery/scans/scan-metrics.ts";
import { SCHEDULER_CHECK, schedulerCheck } from "../discovery/rules/scheduler-check.ts";
import { SCANS, ScanService } from "../discovery/scans/scan-service.ts";
import { DISCOVERY_RETENTION, OLD_DISCOVERIES } from "../discovery/discovery-retention.ts";
import type { DiscoverySettings } from "../discovery/discovery-options.ts";

/** The services of discovery: scans and who runs them, what they find, rules, and how long all of it is kept. */
export function discoveryServices(discovery: DiscoverySettings): readonly ServiceProvider[] {
  return [
    provide(SCAN_REACH, [], () => scanReach(discovery)),
    provide(
      SCAN_RUNNER,
      [STORAGE, WRITES, CLOCK, LOGGER, SCAN_AFFINITY],
      (storage, writes, clock, logger, affinity) => new ScanRunner(storage, affinity, { writes, clock, logger, settings: discovery }),
    ),
    provide(SCAN_AFFINITY, [], () => NO_AGENTS),
    provide(SITE_WITNESSES, [], () => NO_SITE_WITNESSES),
    provide(SITE_LEASES, [], () => NO_SITE_LEASES),
    provide(
      AGENT_SCANS,
      [STORAGE, WRITES, SCAN_AFFINITY, CLOCK],
      (storage, writes, affinity, clock) => new StoredAgentScans({ storage, writes, affinity, clock, settings: discovery }),
    ),
    provide(
      AGENT_REPORTS,
      [STORAGE, WRITES, SCAN_AFFINITY, CLOCK, SITE_WITNESSES],
      (storage, writes, affinity, clock, witnesses) =>
        new StoredAgentReports({ storage, writes, affinity, clock, settings: discovery }, witnesses),
    ),
    provide(
      SCANS,
      [STORAGE, WRITES, CLOCK, SCAN_RUNNER, SCAN_AFFINITY],
      (storage, writes, clock, runner, affinity) => new ScanService(storage, writes, clock, runner, affinity),
    ),
    provide(
      DISCOVERED_DEVICES,
      [STORAGE, WRITES, DEVICES],
      (storage, writes, devices) => new DiscoveredDeviceService(storage, writes, devices),
    ),
    provide(
      LEFT_COMPARISONS,
      [STORAGE, WRITES, CLOCK, LOGGER],
      (storage, writes, clock, logger) => new LeftComparisons(storage, writes, clock, logger),
    ),
    provide(MISSING, [STORAGE], (storage) => new MissingService(storage)),
    provide(
      RULE_SCHEDULER,
      [STORAGE, WRITES, CLOCK, LOGGER, SCAN_RUNNER, SCAN_AFFINITY],
      (storage, writes, clock, logger, runner, affinity) => new RuleScheduler(storage, writes, clock, logger, runner, affinity),
    ),
    provide(LEASE_WITNESS, [STORAGE], (storage) => new LeaseSightings(storage)),
    provide(
      DISCOVERY_RETENTION,
      [STORAGE, WRITES, CLOCK, LOGGER],
      (storage, writes, clock, logger) =>
        new Retention(storage, writes, clock, logger, { what: "discoveries", kinds: OLD_DISCOVERIES, days: discovery.retentionDays }),
    ),
    provide(SCAN_METRICS, [STORAGE, SCAN_RUNNER], (storage, runner) => scanMetrics(storage, runner)),
    provide(SCHEDULER_CHECK, [RULE_SCHEDULER, SCAN_RUNNER], (scheduler, runner) => schedulerCheck(scheduler, runner)),
  ];
}
