import type { ScanReport } from "../../contract/scanning/scan-report.ts";
import type { ScanLimits, ScanType } from "../../contract/scanning/scanner.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { ScanStatus } from "../scans/scan.ts";

// What the engine offers to whoever keeps agents.

/** Scans of agents. */
export const AGENT_SCANS = serviceToken<AgentScans>("agent-scans");
/** Reports of agents. */
export const AGENT_REPORTS = serviceToken<AgentReports>("agent-reports");

/** A scan that an agent is to run. */
export interface AgentScan {
  /** Id of the scan. */
  readonly scanId: string;
  /** Proof that it is this process's, for every report. */
  readonly lease: string;
  /** Id of the network. */
  readonly networkId: string;
  /** Subnet that is looked at, canonical. */
  readonly subnet: string;
  /** How deep to look. */
  readonly scanType: ScanType;
  /** Addresses that are still to be probed: `10.0.0.1`, or `10.0.0.1-10.0.0.9`, in order. */
  readonly targets: readonly string[];
  /** TCP ports to look at; empty leaves them to the scanner. */
  readonly ports: readonly number[];
  /** What may be sent. */
  readonly limits: ScanLimits;
}

/** What a process of an agent runs, as it believes. */
export interface HeldScan {
  /** Id of the scan. */
  readonly scanId: string;
  /** Its proof that it runs it. */
  readonly lease: string;
}

/** A scan that no process of its agent runs. */
export interface WaitingScan {
  /** Id of the scan. */
  readonly id: string;
  /** Its agent. */
  readonly agentId: string;
  /** When it was asked for (ISO 8601 UTC with milliseconds). */
  readonly createdAt: string;
  /** What it says of its waiting; empty for nothing. */
  readonly message: string;
}

/** A batch of reports of an agent; whole hosts, so that batches may come in any order. */
export interface ReportBatch extends HeldScan {
  /** From 1 on, for each claim. */
  readonly number: number;
  /** Id of the scanner that runs it. */
  readonly scanner: string;
  /** What was seen, and which hosts are done. */
  readonly reports: readonly ScanReport[];
}

/** How an agent says that it has ended. */
export interface AgentEnding extends HeldScan {
  /** `released`: this process stops, another one may go on. */
  readonly outcome: "completed" | "failed" | "released";
  /** How many batches it sent, for `completed`. */
  readonly batches: number;
  /** Why it failed. */
  readonly reason: string;
}

/** How a scan stands after an agent has reported. */
export interface AgentScanState {
  /** Status of the scan: an agent stops when it is over. */
  readonly status: ScanStatus;
  /** The first numbers of batches that have not come, when it was said to be complete. */
  readonly missing: readonly number[];
}

/** Scans of networks that agents serve: who takes them, and what becomes of those that wait. */
export interface AgentScans {
  /** Those of some agents for which a scan waits: one indexed look-up. */
  withWork(agentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of scans that processes run as they believe, the ids of those that are over, or somebody else's by now. */
  lost(held: readonly HeldScan[]): Promise<readonly string[]>;
  /**
   * Takes the oldest scan that waits for an agent; undefined when none does.
   * @param own scans that the process runs already
   * @param addresses of the machine that the agent runs on: they are not scanned
   */
  claim(agentId: string, own: readonly string[], addresses: readonly string[]): Promise<AgentScan | undefined>;
  /** Gives scans that are not over to those who serve their networks now: for whoever changes what agents serve, in the same change. */
  assign(change: Change): Promise<void>;
  /** Scans that no process of their agent runs, the oldest first. */
  waiting(): Promise<readonly WaitingScan[]>;
  /** Says why scans wait, by their ids, or that they have waited for too long; not of one that was taken meanwhile. */
  tell(told: ReadonlyMap<string, WaitingNote>): Promise<void>;
}

/** What is said of a scan that waits. */
export interface WaitingNote {
  /** A sentence for people. */
  readonly message: string;
  /** It has waited for too long, and fails. */
  readonly fails: boolean;
}

/** Takes what agents report: what is behind is the same as for a scanner of a host. */
export interface AgentReports {
  /**
   * Takes a batch, once however often it is sent. What a cancelled scan saw is kept.
   * @throws NOT_FOUND for a scan that is gone, FORBIDDEN when the agent does not serve its network, CONFLICT when another process runs it,
   * VALIDATION_ERROR for addresses outside the scan
   */
  take(agentId: string, batch: ReportBatch): Promise<AgentScanState>;
  /** Ends a scan, or lets another process go on with it; once, however often it is sent. @throws as {@link take} */
  end(agentId: string, ending: AgentEnding): Promise<AgentScanState>;
}
