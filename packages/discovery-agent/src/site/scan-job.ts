import {
  AnswerScreen,
  chooseScanner,
  hearWitnesses,
  realTimers,
  type Scanner,
  type ScanPlan,
  scanReports,
  systemClock,
  targetsOf,
} from "@cadastre/inventory-core/scanning";
import { Batches } from "./batches.ts";
import type { Outbox } from "./outbox.ts";

/** Between two batches: as often as a server writes the progress of a scan of its own. */
const SEND_EVERY_MS = 500;
/** A lease is renewed at least so often while nothing is seen. */
const RENEW_EVERY_MS = 5000;
const MAX_REASON_CHARACTERS = 500;

/** A scan as the server gives it. */
export interface GivenScan {
  readonly id: string;
  readonly lease: string;
  readonly subnet: string;
  readonly scan_type: ScanPlan["scanType"];
  readonly targets: readonly string[];
  readonly ports: readonly number[];
  readonly limits: {
    readonly probes_per_second: number;
    readonly connections: number;
    readonly connections_per_host: number;
    readonly host_budget_ms: number;
  };
  /** Secret, and kept nowhere but here. A server that knows of none tells none. */
  readonly witnesses?: readonly { readonly scanner: string; readonly reads: Readonly<Record<string, unknown>> }[];
}

export interface ScanJobParts {
  readonly scanners: readonly Scanner[];
  /** Addresses that receive no packet whatever the server asks for, separated by commas. */
  readonly doNotProbe: string;
  readonly outbox: Outbox;
}

/** Runs one scan at the site: what is seen goes to the outbox, in numbered batches. */
export class ScanJob {
  readonly scan: GivenScan;
  readonly #parts: ScanJobParts;
  readonly #stop = new AbortController();
  readonly #batches = new Batches();
  #sent = 0;
  #lastSent = realTimers.performance.now();
  #scanner = "";
  /** The server does not want what is seen any more. */
  #isLost = false;

  constructor(scan: GivenScan, parts: ScanJobParts) {
    this.scan = scan;
    this.#parts = parts;
  }

  /** The scan is over, or another process runs it: no more packets. */
  stop(): void {
    this.#stop.abort(new Error("the server ended the scan"));
  }

  /** The server takes nothing more of it. */
  lose(): void {
    this.#isLost = true;
    this.stop();
  }

  /** This process stops: another one goes on. */
  release(): void {
    this.#stop.abort(new Released("the agent stops"));
  }

  /** Runs to the end; never rejects for what the scanner does. @throws Error when the disk cannot be written */
  async run(): Promise<void> {
    const targets = targetsOf(this.scan.targets, this.#parts.doNotProbe);
    const family = this.scan.subnet.includes(":") ? 6 : 4;
    const asked = { family, scanType: this.scan.scan_type, size: targets.size } as const;
    const choice = await chooseScanner(this.#parts.scanners, asked, systemClock);
    if ("reason" in choice) return await this.#end("failed", choice.reason);
    this.#scanner = choice.scanner.id;
    await this.#send(true);
    const timer = realTimers.setInterval(() => void this.#send(false).catch((error: unknown) => this.#stop.abort(error)), SEND_EVERY_MS);
    try {
      await this.#scan(choice.scanner, { ...asked, targets });
      realTimers.clearInterval(timer);
      await this.#flush();
      await this.#end("completed");
    } catch (error) {
      realTimers.clearInterval(timer);
      if (this.#isLost) return;
      await this.#flush();
      if (this.#stop.signal.aborted) await this.#end("released");
      else await this.#end("failed", `the scanner ${this.#scanner} failed: ${reasonOf(error)}`);
    }
  }

  get #told(): NonNullable<GivenScan["witnesses"]> {
    return this.scan.witnesses ?? [];
  }

  /** Those that the server told what to read. */
  #witnesses(): readonly Scanner[] {
    const told = new Set(this.#told.map(({ scanner }) => scanner));
    return this.#parts.scanners.filter(({ id, isWitness }) => isWitness === true && told.has(id));
  }

  async #scan(scanner: Scanner, { family, targets }: Pick<ScanPlan, "family" | "targets">): Promise<void> {
    const { signal } = this.#stop;
    const { scan_type: scanType, subnet, ports, limits } = this.scan;
    signal.throwIfAborted();
    const plan: ScanPlan = {
      scanType,
      subnet,
      family,
      targets,
      ports,
      limits: {
        probesPerSecond: limits.probes_per_second,
        connections: limits.connections,
        connectionsPerHost: limits.connections_per_host,
        hostBudgetMs: limits.host_budget_ms,
      },
      witnesses: Object.fromEntries(this.#told.map(({ scanner: id, reads }) => [id, reads])),
    };
    await hearWitnesses({ scanners: this.#witnesses(), plan, progress: this.#batches, clock: systemClock, signal });
    const screen = new AnswerScreen(plan);
    let isInterrupted = true;
    try {
      for await (const report of scanReports(scanner, plan, signal)) {
        for (const believed of screen.take(report)) this.#batches.take(believed);
        if (this.#batches.isFull) await this.#send(false);
      }
      isInterrupted = false;
    } finally {
      // The process that goes on with the scan probes again what is held back.
      if (!(signal.reason instanceof Released)) for (const believed of screen.end(isInterrupted)) this.#batches.take(believed);
    }
  }

  /** @param always also when there is nothing: that renews the lease */
  async #send(always: boolean): Promise<void> {
    const reports = this.#batches.next();
    const { outbox } = this.#parts;
    const isDue = realTimers.performance.now() - this.#lastSent >= RENEW_EVERY_MS && outbox.size === 0;
    if (reports.length === 0 && !always && !isDue) return;
    this.#lastSent = realTimers.performance.now();
    this.#sent += 1;
    const body = { lease: this.scan.lease, number: this.#sent, scanner: this.#scanner, reports };
    await outbox.add({ scan_id: this.scan.id, to: "reports", body }, this.#stop.signal);
  }

  /** What was seen is kept, also of a scan that was cancelled. */
  async #flush(): Promise<void> {
    this.#batches.closeAll();
    for (let reports = this.#batches.next(); reports.length > 0; reports = this.#batches.next()) {
      this.#sent += 1;
      const body = { lease: this.scan.lease, number: this.#sent, scanner: this.#scanner, reports };
      await this.#parts.outbox.add({ scan_id: this.scan.id, to: "reports", body });
    }
  }

  async #end(outcome: "completed" | "failed" | "released", reason = ""): Promise<void> {
    const body = { lease: this.scan.lease, outcome, batches: this.#sent, reason: printable(reason) };
    await this.#parts.outbox.add({ scan_id: this.scan.id, to: "end", body });
  }
}

/** Why a job was told to stop. */
class Released extends Error {}

const reasonOf = (error: unknown): string => (error instanceof Error && error.message) || "no reason given";

const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").slice(0, MAX_REASON_CHARACTERS);
