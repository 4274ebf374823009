import { z } from "zod";
import { Id, listOf, Port, Timestamp } from "../../contract/operations/fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import { ScanType } from "../../contract/scanning/scanner.ts";
import { ExcludeIps } from "./exclusions.ts";
import type { DiscoveryScan, ScanCoverage as ScanCoverageRecord } from "../../contract/generated/api.ts";

export const SCAN_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;
/** State of a scan. */
export const ScanStatus = z.enum(SCAN_STATUSES).meta({ description: "State of the scan; completed, failed and cancelled are final" });
/** State of a scan. */
export type ScanStatus = z.infer<typeof ScanStatus>;

const Count = z.int().min(0);

const SkippedAddresses = z
  .object({
    reason: z.string().meta({ description: "Why they could not be probed, as a code" }),
    count: Count.meta({ description: "Number of addresses" }),
  })
  .meta({ id: "SkippedAddresses", description: "Addresses that were skipped for one reason" });

const CoverageWarning = z
  .object({
    code: z.string().meta({ description: "What limits the result, as a code" }),
    message: z.string().meta({ description: "The same in a sentence" }),
  })
  .meta({ id: "CoverageWarning", description: "Something that limits what a scan can tell" });

/** What a scan can and cannot tell: every address of `total_hosts` is probed, skipped, or still to come. */
export const ScanCoverage = z
  .object({
    probed: Count.meta({ description: "Addresses really probed" }),
    answered: Count.meta({ description: "Of the probed, those where something answered" }),
    unreachable: Count.meta({ description: "Of the probed, those that a router said it cannot reach" }),
    cut_short: Count.meta({ description: "Of the answered, those whose time was over before all of their ports were tried" }),
    skipped: Count.meta({ description: "Addresses that could not be probed" }),
    excluded: Count.meta({ description: "Addresses that were not to be probed; not among total_hosts" }),
    reasons: z.array(SkippedAddresses).meta({ description: "Why addresses were skipped" }),
    warnings: z.array(CoverageWarning).meta({ description: "What limits the result" }),
  })
  .meta({ id: "ScanCoverage", description: "What a scan can and cannot tell: counts of addresses" });

/** One look at a network. */
export const Scan = z
  .object({
    id: Id,
    network_id: z.string().meta({ description: "Id of the network that is scanned", ...refersTo("network") }),
    status: ScanStatus,
    scan_type: ScanType,
    total_hosts: Count.meta({ description: "Number of addresses that are to be probed" }),
    scanned_hosts: Count.meta({ description: "Addresses really probed" }),
    found_hosts: Count.meta({ description: "Number of addresses at which a host was found" }),
    progress_percent: z.number().min(0).max(100).meta({ description: "Percent of total_hosts that is done; only grows" }),
    scanner: z.string().meta({ description: "Scanner that runs it; empty until it runs" }),
    rule_id: z
      .string()
      .nullable()
      .meta({ description: "Rule that started it, or null", ...refersTo("rule") }),
    agent_id: z
      .string()
      .nullable()
      .meta({ description: "Agent that runs it; null where a server does", ...refersTo("agent") }),
    error_message: z.string().meta({ description: "Why it failed, was cancelled or waits for its agent, or empty" }),
    coverage: ScanCoverage,
    started_at: Timestamp.nullable().meta({ description: "When it began (ISO 8601 UTC with milliseconds); null while it is pending" }),
    completed_at: Timestamp.nullable().meta({ description: "When it ended (ISO 8601 UTC with milliseconds); null until then" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveryScan", description: "One look at a network" });

export const ScanCreate = z.object({
  scan_type: ScanType.default("quick").meta({ description: "quick: who is there; full: ports and system; deep: services" }),
  ports: listOf(Port, 1024, "TCP ports that a full or deep scan looks at; those of the scanner when empty"),
  exclude_ips: ExcludeIps,
});

export const ScanFilter = z.object({
  network_id: z
    .string()
    .optional()
    .meta({ description: "Only scans of the network with this id", ...refersTo("network") }),
  status: ScanStatus.optional().meta({ description: "Only scans in this state" }),
});

export type ScanCoverage = ScanCoverageRecord;
export type Scan = DiscoveryScan;
/** What a caller sends to start a scan. */
export type ScanCreate = z.output<typeof ScanCreate>;
/** Which scans a list shows. */
export type ScanFilter = Partial<z.output<typeof ScanFilter>>;

export const isOver = ({ status }: Pick<Scan, "status">): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";
