import type { ScanType } from "@cadastre/inventory-core";
import type { DiscoveryScannerOptions } from "@cadastre/discovery-scanner";

/** A scan in a process of its own, which serves an API meanwhile. */
export interface ScanCommand {
  /** Id of the scanner. */
  readonly scanner: string;
  readonly net: string;
  /** Looked at in place of all addresses of the net. */
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly type: ScanType;
  readonly ports?: readonly number[];
  readonly settings?: DiscoveryScannerOptions;
  readonly cancelAfterMs?: number;
  /** Most open files of the process. */
  readonly descriptors?: number;
}

/** What a scan found. */
export interface Findings {
  readonly found: readonly string[];
  /** Addresses of which something was reported, done or not. */
  readonly seen: number;
  /** Addresses that were done, whatever was found there. */
  readonly done: number;
  readonly ports: Readonly<Record<string, readonly number[]>>;
  /** `port service` of what was recognised by what it said. */
  readonly services: Readonly<Record<string, readonly string[]>>;
  readonly warnings: readonly string[];
}

/** What a scan cost. */
export interface Cost {
  readonly tookMs: number;
  readonly processorMs: number;
  /** Resident memory of the process before the scan, and at most. */
  readonly memoryBeforeMb: number;
  readonly memoryMostMb: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMostMs: number;
  /** Sockets and processes that are left when it is over. */
  readonly left: number;
  /** Bytes that were read from one connection at most. */
  readonly connectionBytes: number;
}

export interface ScanResult extends Findings, Cost {
  readonly scanners: readonly string[];
  /** Undefined when the process has no such scanner, or it cannot work: `reason` says which. */
  readonly reason?: string;
  /** Of requests to the API during the scan. */
  readonly requests: { readonly count: number; readonly p99Ms: number };
}

/** A scan by a server of its own. */
export interface ServerScanCommand {
  /** Arguments of Node for the command `cadastre`. */
  readonly command: readonly string[];
  readonly net: string;
  readonly scanType: ScanType;
}

export interface ServerScanResult {
  readonly found: number;
  readonly tookMs: number;
  /** Resident memory of the server before the scan, and at most. */
  readonly memoryBeforeMb: number;
  readonly memoryMostMb: number;
}

/** A scan by an agent for a server of its own. */
export interface AgentScanCommand extends ServerScanCommand {
  readonly exclude: readonly string[];
  /** The link to the server is bad, and this chooses what is lost; a good one unless set. */
  readonly seed?: number;
}

export interface AgentScanResult {
  /** From asking for the scan to its end at the server. */
  readonly tookMs: number;
  /** Resident memory of the agent, at most. */
  readonly memoryMostMb: number;
  /** A line for each host with its ports and services, in order. */
  readonly found: readonly string[];
  /** What the link did. */
  readonly link: string;
}

/** A scan of an agent, and when it is cancelled. */
export interface AgentCancelMoment {
  readonly net: string;
  readonly exclude: readonly string[];
  readonly scanType: ScanType;
  /** After the agent has begun. */
  readonly cancelAfterMs: number;
}

export interface AgentCancelCommand {
  /** Arguments of Node for the command `cadastre`. */
  readonly command: readonly string[];
  /** In turns, by one agent. */
  readonly moments: readonly AgentCancelMoment[];
}

export interface AgentCancelResult {
  /** Attempts of connections, pings and questions that left until the end. */
  readonly probes: number;
  /** From the cancel at the server until the agent is told of it. */
  readonly heardAfterMs: number;
  /** From then until the last probe has left, and until the agent says that the scan has ended. */
  readonly lastProbeMs: number;
  readonly endedMs: number;
}

export interface ToolCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** It is ended after so long. */
  readonly maxMs: number;
}

export interface ToolResult {
  readonly stdout: string;
  readonly tookMs: number;
  /** It was not done, and was ended. */
  readonly cut: boolean;
}

export type LabCommand =
  | { readonly do: "scan"; readonly scan: ScanCommand }
  | { readonly do: "serve"; readonly serve: ServerScanCommand }
  | { readonly do: "agent"; readonly agent: AgentScanCommand }
  | { readonly do: "cancel-agent"; readonly cancel: AgentCancelCommand }
  | { readonly do: "tool"; readonly tool: ToolCommand }
  | { readonly do: "loss"; readonly percent: number }
  | { readonly do: "forget" };
