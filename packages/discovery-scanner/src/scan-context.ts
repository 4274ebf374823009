import type { Evidence, ScanPlan } from "@cadastre/inventory-core";
import type { ReverseNames } from "./names/reverse-names.ts";
import type { LossEstimate } from "./probing/loss-estimate.ts";
import type { Prober } from "./probing/prober.ts";
import type { RoundTrip } from "./probing/round-trip.ts";
import type { TokenBucket } from "./probing/token-bucket.ts";
import type { ReportQueue } from "./report-queue.ts";
import type { ScanSettings } from "./scan-settings.ts";
import type { Pings } from "./tools/pings.ts";
import type { Tools } from "./tools/tools-here.ts";

/** What the parts of one scan share. */
export interface ScanContext {
  readonly plan: ScanPlan;
  readonly settings: ScanSettings;
  /** TCP ports to look at; empty for a quick scan. */
  readonly ports: readonly number[];
  readonly prober: Prober;
  readonly bucket: TokenBucket;
  readonly loss: LossEstimate;
  readonly names: ReverseNames;
  readonly tools: Tools;
  readonly pings: Pings;
  readonly reports: ReportQueue;
  /** Aborts when the scan is cancelled, and when its reader goes away. */
  readonly signal: AbortSignal;
}

/** A host that is there, and what told of it. */
export interface FoundHost {
  readonly ip: string;
  readonly evidence: readonly Evidence[];
  /** Ports that accepted a connection in the search for it. */
  readonly acceptedPorts: readonly number[];
  readonly macAddress?: string;
  readonly roundTrip: RoundTrip;
}
