import { z } from "zod";

export const SCAN_TYPES = ["quick", "full", "deep"] as const;

/** How deep a scan looks: hosts only (quick), ports and system (full), services (deep). */
export const ScanType = z.enum(SCAN_TYPES, { error: `must be one of ${SCAN_TYPES.join(", ")}` });
export type ScanType = z.infer<typeof ScanType>;

/**
 * The addresses that a scan probes, each once, in an order without pattern, so that no segment gets a burst. What is
 * excluded, or was probed before a scan was resumed, is not among them.
 */
export interface ScanTargets extends Iterable<string> {
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

/** What a scanner is asked to do. Nothing outside `targets` receives a packet. */
export interface ScanPlan {
  readonly scanType: ScanType;
  /** Subnet that is looked at, canonical. */
  readonly subnet: string;
  readonly family: 4 | 6;
  readonly targets: ScanTargets;
  /** TCP ports that a full or deep scan looks at, each once; empty leaves them to the scanner. A quick scan has none. */
  readonly ports: readonly number[];
  readonly limits: ScanLimits;
}

/** What told of a host, from the surest to the weakest. */
export const EVIDENCE = ["arp", "tcp-open", "icmp", "udp-reply", "tcp-refused", "udp-unreachable", "arp-cached"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Where a name of a host comes from, from the surest to the weakest. */
export const NAME_SOURCES = ["snmp", "netbios", "mdns", "ptr-confirmed", "certificate", "ptr"] as const;
export type NameSource = (typeof NAME_SOURCES)[number];

/** Why less is believed of a host: something in between accepts connections for it, or a router answers ARP for it. */
export const DOUBTS = ["middlebox", "proxy-arp"] as const;
export type Doubt = (typeof DOUBTS)[number];

/** A service that was recognised by what it said, or only guessed from its port. */
export interface ObservedService {
  readonly port: number;
  readonly protocol: "tcp" | "udp";
  readonly service: string;
  /** Empty when it did not say. */
  readonly version: string;
  readonly guessed?: boolean;
}

/**
 * Something that was seen of one host; a host may have any number of them. Fields that were not observed are left out.
 * Text comes from hosts that may be hostile: scanners send printable text of bounded length only.
 */
export interface Observation {
  readonly kind: "observation";
  readonly ip: string;
  readonly evidence?: Evidence;
  readonly doubt?: Doubt;
  /** Six octets in lower case, joined by colons. */
  readonly macAddress?: string;
  readonly name?: { readonly text: string; readonly source: NameSource };
  readonly openPorts?: readonly number[];
  readonly services?: readonly ObservedService[];
  readonly osGuess?: string;
  readonly vendor?: string;
}

/** Why nothing can be said of an address that was to be probed. */
export type SkipReason = "no-permission" | "no-route" | "local-limit" | "host-budget" | "unsupported";

/** A host has been looked at: sent after its observations, once for each target. */
export interface HostDone {
  readonly kind: "host-done";
  readonly ip: string;
  /** `silent`: probed, no answer. `unreachable`: a router said so. `skipped`: not really probed. */
  readonly outcome: "answered" | "silent" | "unreachable" | "skipped";
  /** Why it was skipped. */
  readonly reason?: SkipReason;
  /** It answered, but its time was over before all of its ports were tried: no list of open ports is sent then. */
  readonly cutShort?: boolean;
}

/** Something that limits what the scan can tell, in a sentence. */
export interface ScanWarning {
  readonly kind: "warning";
  readonly code: "NEIGHBOUR_TABLE" | "FILE_DESCRIPTORS" | "LOCAL_ERRORS" | "TOOL" | "PROXY_ARP" | "MIDDLEBOX";
  readonly message: string;
}

export type ScanReport = Observation | HostDone | ScanWarning;

/** What a scanner can do; the conformance suite tests what is declared. */
export interface ScannerCapabilities {
  readonly families: readonly (4 | 6)[];
  readonly scanTypes: readonly ScanType[];
  /** Largest number of addresses in one plan. */
  readonly maxAddresses: number;
}

/** A scanner plugin's part: probes a plan and tells what it saw, as it goes. */
export interface Scanner {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** Higher goes first, when nothing else is asked for. */
  readonly priority: number;
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
  scan(plan: ScanPlan, options: { readonly signal: AbortSignal }): AsyncIterable<ScanReport>;
}
