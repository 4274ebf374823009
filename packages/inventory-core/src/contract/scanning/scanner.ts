import { z } from "zod";
import type { ScanReport } from "./scan-report.ts";

export const SCAN_TYPES = ["quick", "full", "deep"] as const;

/** How deep a scan looks: hosts only (quick), ports and system (full), services (deep). */
export const ScanType = z
  .enum(SCAN_TYPES, { error: `must be one of ${SCAN_TYPES.join(", ")}` })
  .meta({ description: "quick: which hosts are there; full: ports and system; deep: services" });
export type ScanType = z.infer<typeof ScanType>;

/**
 * The addresses that a scan probes, each once, in an order without pattern, so that no segment gets a burst. What is
 * excluded, or was probed before a scan was resumed, is not among them.
 */
export interface ScanTargets extends Iterable<string> {
  /** Number of addresses. */
  readonly size: number;
  /** Whether a canonical address may be probed at all. */
  has(ip: string): boolean;
}

/** What may be sent, whatever the scanner could do. */
export interface ScanLimits {
  /** Probes a second, of all hosts together. */
  readonly probesPerSecond: number;
  /** Connections that are being opened at the same time. */
  readonly connections: number;
  /** The same at one host. */
  readonly connectionsPerHost: number;
  /** Milliseconds that one host may take at most. */
  readonly hostBudgetMs: number;
}

/** What a scanner is asked to do. Nothing outside `targets` receives a packet, but what a witness was given to read at. */
export interface ScanPlan {
  /** How deep to look. */
  readonly scanType: ScanType;
  /** Id of the network that is looked at; absent where it is none of an inventory. */
  readonly networkId?: string;
  /** Subnet that is looked at, canonical. */
  readonly subnet: string;
  /** Version of IP of the addresses. */
  readonly family: 4 | 6;
  /** The addresses to probe. */
  readonly targets: ScanTargets;
  /** TCP ports that a full or deep scan looks at, each once; empty leaves them to the scanner. A quick scan has none. */
  readonly ports: readonly number[];
  /** What may be sent. */
  readonly limits: ScanLimits;
  /** Of a scan at another site: what witnesses read, by their ids, as the server says. Secret. Absent at a server, which knows it. */
  readonly witnesses?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a scanner can do; the conformance suite tests what is declared. */
export interface ScannerCapabilities {
  /** Versions of IP that it can scan. */
  readonly families: readonly (4 | 6)[];
  /** How deep it can look. */
  readonly scanTypes: readonly ScanType[];
  /** Largest number of addresses in one plan. */
  readonly maxAddresses: number;
}

/** What a scan is run with, beside its plan. */
export interface ScanOptions {
  /** Aborts when the scan is cancelled, or the host stops. */
  readonly signal: AbortSignal;
}

/** A scanner plugin's part: probes a plan and tells what it saw, as it goes. */
export interface Scanner {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** Higher goes first, when nothing else is asked for. */
  readonly priority: number;
  /**
   * It sends its targets nothing: it reads elsewhere what is known of them, such as tables of switches and routers. Before a scanner
   * probes the targets of a scan, each witness that can is asked of them, and what it observes counts with what is probed. It ends no
   * target. One that fails is a warning of the scan.
   */
  readonly isWitness?: boolean;
  /** What it can do. */
  readonly capabilities: ScannerCapabilities;
  /** Why it cannot work here (a missing right or program), or null when it can. Never throws. */
  unavailable(): Promise<string | null>;
  /**
   * Addresses of a subnet that this machine has heard of lately, for subnets that are too large to sweep. Sends nothing.
   * Never throws.
   */
  neighbours?(subnet: string): Promise<readonly string[]>;
  /**
   * Probes the targets of a plan. Slow readers are waited for. Ends early when `signal` aborts, with nothing left open:
   * by throwing its reason, or just so. An error ends the scan as failed; a host that misbehaves is no error.
   */
  scan(plan: ScanPlan, options: ScanOptions): AsyncIterable<ScanReport>;
}
