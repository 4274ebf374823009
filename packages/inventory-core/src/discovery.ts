// Subpath ./discovery: ports between the engine and plugins for agents, leases and tables of switches.

// Scans
export { turnsAs } from "./contract/access/turns-as.ts";
export { SCAN_AFFINITY, type ScanAffinity } from "./contract/scanning/scan-affinity.ts";
export { SCAN_REACH, type ScanReach } from "./contract/scanning/scan-reach.ts";

// Agents
export {
  AGENT_REPORTS,
  AGENT_SCANS,
  type AgentEnding,
  type AgentReports,
  type AgentScan,
  type AgentScans,
  type AgentScanState,
  type HeldScan,
  type ReportBatch,
  type WaitingNote,
  type WaitingScan,
} from "./discovery/agents/agent-scanning.ts";
export type { SecretRecord, ServedPlaces, SiteSecrets } from "./contract/scanning/site-secrets.ts";
export { SITE_WITNESSES, type SiteHearing, type SiteWitness, type SiteWitnesses } from "./contract/scanning/site-witnesses.ts";

// Leases
export {
  LEASE_WITNESS,
  type LeaseNetworks,
  type LeaseWitness,
  MAX_LEASES_AT_ONCE,
  type WitnessedLease,
} from "./contract/scanning/lease-witness.ts";
export {
  SITE_LEASES,
  type SiteLease,
  type SiteLeaseBatch,
  type SiteLeaseEnd,
  type SiteLeases,
  type SiteLeaseTask,
  type WaitingLeaseSource,
} from "./contract/scanning/site-leases.ts";

// Plans
export { PLAN_MAKER, type PlanMaker, type ProposedPlan } from "./contract/plan-maker.ts";
