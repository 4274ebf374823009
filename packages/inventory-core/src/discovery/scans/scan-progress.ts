import {
  type HardwareHeard,
  type HostDone,
  type Observation,
  ScanReport,
  type ScanWarning,
  type SkipReason,
} from "../../contract/scanning/scan-report.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { intersectRuns, keysOf, normalizeRuns, type Run } from "../../address/runs.ts";
import { HostEvidence, type Sighting } from "../running/evidence.ts";
import type { Scan, ScanCoverage } from "./scan.ts";
import { ScanBits } from "./scan-bits.ts";
import { TargetSet } from "../running/scan-targets.ts";
import type { StoredPlan } from "../running/scan-plan.ts";
import type { ScanRow } from "./scan.entity.ts";

const REASONS: Readonly<Record<SkipReason, string>> = {
  "no-permission": "this machine may not send to it",
  "no-route": "this machine has no route to it",
  "local-limit": "a limit of this machine was reached",
  "host-budget": "the host took too long",
  "not-listed": "what the scanner reads does not tell of them",
  unsupported: "the scanner cannot reach these addresses",
};

const NOT_REPORTED = "the scanner said nothing of it";

/** Warnings of one kind that are kept. */
const MAX_WARNINGS = 20;

/** Hardware addresses that are kept of what switches have heard. */
const MAX_HARDWARE = 200_000;

/** Addresses that a host must not probe. */
export interface Refused {
  /** Normalised. */
  readonly runs: readonly Run[];
  readonly reason: string;
}

/** How a scan stood at one moment. */
export interface ProgressSnapshot {
  readonly sightings: readonly Sighting[];
  /** Which addresses are done, and which of them were skipped (ScanBits). */
  readonly done: string;
  readonly skipped: string;
  readonly doneCount: number;
  readonly fields: Pick<Scan, "scanned_hosts" | "found_hosts" | "coverage">;
}

/** The record with the progress of a snapshot; percent never falls. */
export function withProgress(scan: Scan, { doneCount, fields }: ProgressSnapshot): Scan {
  const percent = scan.total_hosts === 0 ? 100 : Math.floor((doneCount * 1000) / scan.total_hosts) / 10;
  return { ...scan, ...fields, progress_percent: Math.max(scan.progress_percent, percent) };
}

/** What a running scan knows: what is done, and what was seen and is not written yet. */
export class ScanProgress {
  readonly targets: TargetSet;
  readonly #done: ScanBits;
  readonly #skipped: ScanBits;
  readonly #coverage: ScanCoverage;
  readonly #reasons: Map<string, number>;
  readonly #open = new Map<string, HostEvidence>();
  /** Ports of switches by hardware address; "" where none is known. */
  readonly #hardware = new Map<string, string>();
  #sightings: Sighting[] = [];
  #found: number;

  /** Goes on where the scan stands. @param refused addresses that this host must not probe, whatever was planned, and why */
  constructor(scan: Scan, plan: StoredPlan, row: Pick<ScanRow, "done" | "skipped">, refused: readonly Refused[]) {
    this.#done = new ScanBits(scan.total_hosts, row.done);
    this.#skipped = new ScanBits(scan.total_hosts, row.skipped);
    this.targets = new TargetSet(plan.runs, this.#done, normalizeRuns(refused.flatMap(({ runs }) => runs)));
    this.#coverage = { ...scan.coverage, warnings: [...scan.coverage.warnings] };
    this.#reasons = new Map(scan.coverage.reasons.map(({ reason, count }) => [reason, count]));
    this.#found = scan.found_hosts;
    for (const { runs, reason } of refused) for (const run of intersectRuns(plan.runs, runs)) this.#refuse(run, reason);
  }

  #refuse(run: Run, reason: string): void {
    for (const key of keysOf(run)) {
      const index = this.targets.indexOfKey(key) as number;
      if (!this.#done.set(index)) continue;
      this.#skipped.set(index);
      this.#skip(reason, 1);
    }
  }

  /** Takes what a scanner tells, whatever that is. */
  take(told: unknown): void {
    const { data: report, error } = ScanReport.safeParse(told);
    if (report === undefined) {
      const [issue] = error.issues;
      this.warn({
        code: "TOOL",
        message: `the scanner sent invalid reports, which were skipped: ${issue?.path.join(".") || "report"} ${issue?.message}`,
      });
    } else if (report.kind === "observation") this.#observe(report);
    else if (report.kind === "host-done") this.#hostDone(report);
    else if (report.kind === "hardware") this.#hardwareHeard(report);
    // Of neighbours a server asks when connections are planned; what agents tell of them is kept beside the scan.
    else if (report.kind === "warning") this.warn(report);
  }

  /** Nothing is taken of an address that was not to be probed. */
  #observe(seen: Observation): void {
    if (!this.targets.has(seen.ip)) {
      this.warn({ code: "TOOL", message: "the scanner reported addresses that it was not asked to probe; they were left out" });
      return;
    }
    let evidence = this.#open.get(seen.ip);
    if (evidence === undefined) this.#open.set(seen.ip, (evidence = new HostEvidence(seen.ip)));
    evidence.add(seen);
  }

  #hardwareHeard({ macAddress, switchPort = "" }: HardwareHeard): void {
    if (this.#hardware.size < MAX_HARDWARE || this.#hardware.has(macAddress)) this.#hardware.set(macAddress, switchPort);
    else
      this.warn({
        code: "WITNESS",
        message: `switches have heard of more than ${MAX_HARDWARE} hardware addresses: the others were left out`,
      });
  }

  #hostDone({ ip, outcome, reason, cutShort = false, isShared = false }: HostDone): void {
    const index = this.targets.has(ip) ? this.targets.indexOf(ip) : undefined;
    if (index === undefined || this.#done.has(index)) return;
    this.#close(ip);
    this.#done.set(index);
    if (outcome === "skipped") {
      this.#skipped.set(index);
      this.#skip(reason === undefined ? NOT_REPORTED : REASONS[reason], 1);
      return;
    }
    this.#coverage.probed += 1;
    // It is neither there nor missing.
    if (isShared) this.#skipped.set(index);
    if (outcome === "answered") this.#coverage.answered += 1;
    if (outcome === "answered" && cutShort) this.#coverage.cut_short += 1;
    if (outcome === "unreachable") this.#coverage.unreachable += 1;
  }

  warn({ code, message }: { readonly code: ScanWarning["code"] | "NOT_SWEPT"; readonly message: string }): void {
    const { warnings } = this.#coverage;
    if (warnings.length < MAX_WARNINGS && !warnings.some((known) => known.code === code && known.message === message))
      warnings.push({ code, message });
  }

  /** The scanner has ended: what it did not speak of was not probed. */
  end(): void {
    for (const ip of this.#open.keys()) this.#close(ip);
    const silent = this.targets.size;
    if (silent > 0) this.#skip(NOT_REPORTED, silent);
  }

  /**
   * How it stands at this moment, all of a piece: while it is written the scan goes on, and what is done must never be
   * written without what was seen of it.
   * @param everything also hosts that are not complete
   */
  snapshot(everything: boolean): ProgressSnapshot {
    if (everything) for (const ip of this.#open.keys()) this.#close(ip);
    return {
      sightings: [...this.#sightings],
      done: this.#done.text,
      skipped: this.#skipped.text,
      doneCount: this.#done.count,
      fields: { scanned_hosts: this.#coverage.probed, found_hosts: this.#found, coverage: this.coverage },
    };
  }

  /** A snapshot is committed. */
  written({ sightings }: ProgressSnapshot): void {
    this.#sightings = this.#sightings.slice(sightings.length);
  }

  get waiting(): number {
    return this.#sightings.length;
  }

  /** Whether an address was really probed, and only its own host could answer. */
  wasProbed(key: AddressKey): boolean {
    const index = this.targets.indexOfKey(key);
    return index !== undefined && this.#done.has(index) && !this.#skipped.has(index);
  }

  get coverage(): ScanCoverage {
    const { warnings } = this.#coverage;
    return { ...this.#coverage, warnings: [...warnings], reasons: [...this.#reasons].map(([reason, count]) => ({ reason, count })) };
  }

  #skip(reason: string, count: number): void {
    this.#coverage.skipped += count;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + count);
  }

  #close(ip: string): void {
    const sighting = this.#open.get(ip)?.sighting(this.#hardware);
    this.#open.delete(ip);
    if (sighting === undefined) return;
    this.#sightings.push(sighting);
    // What is heard of a host after it was done makes it no second one.
    if (!this.#done.has(this.targets.indexOf(ip) as number)) this.#found += 1;
  }
}
