import { parseCidr } from "../../address/cidr.ts";
import type { Clock } from "../../contract/clock.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import type { Scanner, ScanPlan } from "../../contract/scanning/scanner.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import { chooseScanner } from "./choose-scanner.ts";
import { emptyEnding, endingOf, FENCED, preparedScan } from "./prepared-scan.ts";
import type { Ending } from "./scan-writes.ts";
import type { DiscoverySettings } from "../discovery-options.ts";
import { AnswerScreen } from "../screening/answer-screen.ts";
import { hearWitnesses } from "./hear-witnesses.ts";
import { addressesIn } from "../../outbound/address-list.ts";
import { scanFence } from "../../outbound/address-fence.ts";
import { limitsOf } from "../scans/scan-limits.ts";
import type { ScanStatus } from "../scans/scan.ts";
import { type ClaimedScan, isAbandoned } from "../scans/scan-lease.ts";
import type { StoredPlan } from "./scan-plan.ts";
import { ScanProgress } from "../scans/scan-progress.ts";
import { scanReports } from "../scans/scan-reports.ts";
import { ScanWriter } from "./scan-writer.ts";

/** Between two writes of progress; also how soon a cancel from another host is seen. */
const WRITE_EVERY_MS = 500;
/** Hosts that are written together at most. */
const MAX_WAITING = 200;
/** A scanner that says nothing for so long hangs. */
const MAX_SILENCE_MS = 300_000;
const ON_DO_NOT_PROBE_LIST = "this server must not probe it (do-not-probe list)";

export interface ScanRunParts {
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly scanners: readonly Scanner[];
  readonly settings: DiscoverySettings;
  /** Hears how the scan ended. */
  readonly onEnd: (status: ScanStatus) => void;
}

/** Why a run was told to stop. */
class Stopped extends Error {}

/** Runs one claimed scan to its end. */
export class ScanRun {
  readonly #parts: ScanRunParts;
  readonly #claim: ClaimedScan;
  readonly #writer: ScanWriter;
  readonly #progress: ScanProgress;
  readonly #plan: StoredPlan;
  /** Planned addresses that this host does not scan: they are not counted. */
  readonly #fencedOff: number;
  readonly #controller = new AbortController();
  #lastReport: number;
  #releasing = false;
  /** Writes go one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: ScanRunParts, claim: ClaimedScan) {
    this.#parts = parts;
    const fence = scanFence(parts.settings.allow);
    const prepared = preparedScan(claim, fence);
    this.#plan = prepared.plan;
    this.#claim = prepared.claim;
    this.#fencedOff = prepared.fencedOff;
    this.#writer = new ScanWriter(parts.writes, this.#claim, this.#plan, parts.settings.missingAfter);
    this.#progress = new ScanProgress(this.#claim.scan, this.#plan, claim.row, [
      { runs: addressesIn(parts.settings.doNotProbe), reason: ON_DO_NOT_PROBE_LIST },
      { runs: fence.runs, reason: FENCED },
    ]);
    this.#lastReport = parts.clock.now();
  }

  get scanId(): string {
    return this.#claim.row.id;
  }

  /** Someone ended the scan: nothing more is sent, what was seen is kept. */
  cancel(): void {
    this.#controller.abort(new Stopped("the scan was cancelled"));
  }

  /** This host stops: another one may go on. */
  release(): void {
    this.#releasing = true;
    this.#controller.abort(new Stopped("this host stops"));
  }

  async #end(ending: Ending): Promise<void> {
    const status = await this.#writer.end(this.#progress, ending);
    if (status !== undefined) this.#parts.onEnd(status);
  }

  async run(): Promise<void> {
    const { clock, logger } = this.#parts;
    if (isAbandoned(this.#claim))
      return await this.#end({ status: "failed", reason: "it was interrupted too often: the hosts that ran it ended" });
    // Where there is nothing to probe, no scanner is needed.
    if (this.#claim.scan.total_hosts === 0) {
      if (await this.#writer.start("")) await this.#end(emptyEnding({ plan: this.#plan, fencedOff: this.#fencedOff }, this.#progress));
      return;
    }
    const asked = { family: this.#family, scanType: this.#claim.scan.scan_type, size: this.#progress.targets.size };
    const choice = await chooseScanner(this.#parts.scanners, asked, clock, this.#parts.settings.scanner);
    if ("reason" in choice) return await this.#end({ status: "failed", reason: choice.reason });
    if (!(await this.#writer.start(choice.scanner.id))) return;
    const stopWatching = clock.every(WRITE_EVERY_MS, () => this.#watch());
    try {
      if (this.#progress.targets.size > 0) await this.#scan(choice.scanner);
      stopWatching();
      await this.#writing;
      this.#progress.end();
      await this.#end(endingOf(this.#progress.coverage));
    } catch (error) {
      stopWatching();
      await this.#writing.catch(() => {});
      if (this.#releasing) await this.#writer.release(this.#progress);
      else if (this.#controller.signal.aborted && this.#controller.signal.reason instanceof Stopped)
        await this.#writer.progress(this.#progress, true);
      else {
        logger.warn("a scan failed", { scan: this.scanId, scanner: choice.scanner.id, error: messageOf(error) });
        await this.#end({ status: "failed", reason: reasonOf(choice.scanner.id, error) });
      }
    }
  }

  get #family(): 4 | 6 {
    const parsed = parseCidr(this.#plan.subnet);
    return parsed.ok ? parsed.cidr.family : 4;
  }

  async #scan(scanner: Scanner): Promise<void> {
    const { signal } = this.#controller;
    // It may have been ended since it was claimed: a signal that has aborted calls no listener.
    signal.throwIfAborted();
    const plan: ScanPlan = {
      scanType: this.#claim.scan.scan_type,
      networkId: this.#claim.scan.network_id,
      subnet: this.#plan.subnet,
      family: this.#family,
      targets: this.#progress.targets,
      ports: this.#claim.scan.scan_type === "quick" ? [] : this.#plan.ports,
      limits: limitsOf(this.#claim.scan.scan_type, this.#parts.settings),
    };
    const { clock, scanners } = this.#parts;
    await hearWitnesses({ scanners, plan, progress: this.#progress, clock, signal });
    this.#lastReport = clock.now();
    const screen = new AnswerScreen(plan);
    let isInterrupted = true;
    try {
      for await (const report of scanReports(scanner, plan, signal)) {
        this.#lastReport = clock.now();
        for (const believed of screen.take(report)) this.#progress.take(believed);
        if (this.#progress.waiting >= MAX_WAITING) await this.#write();
      }
      isInterrupted = false;
    } finally {
      // The host that goes on with the scan probes again what is held back.
      if (!this.#releasing) for (const believed of screen.end(isInterrupted)) this.#progress.take(believed);
    }
  }

  #watch(): void {
    if (this.#parts.clock.now() - this.#lastReport > MAX_SILENCE_MS) {
      this.#controller.abort(new Error(`nothing came from it for ${MAX_SILENCE_MS / 1000} seconds`));
      return;
    }
    this.#write().catch((error: unknown) => this.#controller.abort(error));
  }

  async #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.#controller.signal.aborted) return;
      if (!(await this.#writer.progress(this.#progress))) this.cancel();
    });
    await this.#writing;
  }
}

function reasonOf(scanner: string, error: unknown): string {
  if (isEngineError(error)) return error.message;
  return `the scanner ${scanner} failed: ${(error instanceof Error && messageOf(error).slice(0, 500)) || "no reason given"}`;
}
