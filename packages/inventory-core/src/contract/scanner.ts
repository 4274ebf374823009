/** How deep a scan looks: hosts only, ports and system, services. */
export type ScanType = "quick" | "full" | "deep";

/** An inclusive range of canonical addresses. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/** What a scanner is asked to do. Excluded ranges receive no packet. */
export interface ScanPlan {
  readonly scanType: ScanType;
  readonly ranges: readonly AddressRange[];
  readonly exclude: readonly AddressRange[];
  /** TCP ports to look at, by number. */
  readonly ports: readonly number[];
}

/** One host that answered. Fields that were not observed are left out, never blanked. */
export interface Observation {
  readonly kind: "observation";
  readonly ip: string;
  readonly macAddress?: string;
  readonly hostname?: string;
  readonly openPorts?: readonly number[];
  readonly services?: readonly { readonly port: number; readonly protocol: string; readonly service: string; readonly version: string }[];
  readonly osGuess?: string;
  readonly vendor?: string;
  /** 0–100: how sure the scanner is that a host is there. */
  readonly confidence: number;
}

/** How far a scan has come: addresses really probed, and those it had to leave out, with the reason. */
export interface Progress {
  readonly kind: "progress";
  readonly probed: number;
  readonly skipped?: { readonly range: AddressRange; readonly reason: string };
}

/** What a scanner can do; the conformance suite tests what is declared. */
export interface ScannerCapabilities {
  readonly families: readonly (4 | 6)[];
  readonly scanTypes: readonly ScanType[];
  /** Largest number of addresses in one plan. */
  readonly maxAddresses: number;
}

/** A scanner plugin's part: probes a plan and tells what it saw, as it goes. */
export interface Scanner {
  readonly id: string;
  readonly capabilities: ScannerCapabilities;
  /** Why it cannot work here (a missing right or program), or null when it can. */
  available(): Promise<string | null>;
  scan(plan: ScanPlan, options: { readonly signal: AbortSignal }): AsyncIterable<Observation | Progress>;
}
