import type { AddressKey } from "../../address/address-key.ts";
import { RepeatedTask } from "../../background/repeated-task.ts";
import { timestampOf } from "../../contract/clock.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import { Tally } from "../../contract/metrics.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { Scanner } from "../../contract/scanning/scanner.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { neighbourTableSightings } from "./heard-neighbours.ts";
import type { ScanStatus } from "../scans/scan.ts";
import { claimScan, hasClaimable } from "../scans/scan-lease.ts";
import { type ScanFence, scanFence } from "../../outbound/address-fence.ts";
import type { ScanAffinity } from "../../contract/scanning/scan-affinity.ts";
import { ScanRun, type ScanRunParts } from "./scan-run.ts";

export const SCAN_RUNNER = serviceToken<ScanRunner>("scan-runner");

/** A scan that was asked for at another host begins within so long. */
const POLL_INTERVAL_MS = 500;
/** Scans of this host at the same time: each has the machine's sockets to itself, more would share them. */
const MAX_AT_ONCE = 2;

/** Runs scans that wait, or whose host ended. Any number of hosts may share one database: a scan runs on one. */
export class ScanRunner {
  readonly #storage: OpenStorage;
  readonly #affinity: ScanAffinity;
  readonly #parts: Omit<ScanRunParts, "scanners" | "onEnd">;
  readonly #task: RepeatedTask;
  readonly #running = new Map<string, { readonly run: ScanRun; readonly ended: Promise<void> }>();
  /** How the scans of this host ended, since it started. */
  readonly endings = new Tally<ScanStatus>("status", ["completed", "failed", "cancelled"]);
  #scanners: readonly Scanner[] = [];
  #stopping = false;

  constructor(storage: OpenStorage, affinity: ScanAffinity, parts: Omit<ScanRunParts, "scanners" | "onEnd">) {
    this.#storage = storage;
    this.#affinity = affinity;
    this.#parts = parts;
    this.#task = new RepeatedTask(
      parts.clock,
      parts.logger,
      POLL_INTERVAL_MS,
      "waiting scans could not be looked for",
      async () => await this.#look(),
    );
  }

  /** @param scanners those of the host's plugins */
  load(scanners: readonly Scanner[]): void {
    this.#scanners = scanners;
  }

  /** A host without a scanner takes no scans: they are for those that have one. */
  start(): void {
    if (this.canScan) this.#task.start();
  }

  /** Whether this host has a scanner at all. */
  get canScan(): boolean {
    return this.#scanners.some(({ isWitness }) => isWitness !== true);
  }

  /** For a health check. @throws Error when waiting scans cannot be begun */
  check(): void {
    this.#task.check();
  }

  /** Scans that this host runs now. */
  get running(): number {
    return this.#running.size;
  }

  /** A scan was asked for here: it need not wait for the next look. */
  wake(): void {
    if (this.canScan) this.#task.now();
  }

  /**
   * What is known of a network where it is scanned: addresses that scanners of this host have heard of in one that is too large to sweep,
   * and what is not scanned. Where an agent scans, it says itself which addresses are its own.
   */
  async surroundings(
    networkId: string,
    agentId: string | null,
  ): Promise<{ readonly neighbours: readonly AddressKey[]; readonly fence: ScanFence }> {
    if (agentId !== null) return { neighbours: [], fence: scanFence(this.#parts.settings.allow, []) };
    const neighbours = await neighbourTableSightings(this.#storage.read, this.#scanners, this.#parts, networkId);
    return { neighbours, fence: this.fence() };
  }

  /** What this host does not scan, with the addresses that it has now. */
  fence(): ScanFence {
    return scanFence(this.#parts.settings.allow);
  }

  /** Ends a run at once, if it is this host's. */
  cancel(scanId: string): void {
    this.#running.get(scanId)?.run.cancel();
  }

  /** Scans are left so that another host, or this one when it starts again, goes on with them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#task.stop();
    const running = [...this.#running.values()];
    for (const { run } of running) run.release();
    await Promise.all(running.map(async ({ ended }) => await ended));
  }

  async #look(): Promise<void> {
    while (!this.#stopping && this.#running.size < MAX_AT_ONCE) {
      const { datacenters, leaseMs } = this.#parts.settings;
      const claimant = { agentId: null, datacenters, own: [...this.#running.keys()] };
      if (!(await hasClaimable(this.#storage.read, timestampOf(this.#parts.clock), claimant))) return;
      const claim = await this.#parts.writes.run(
        { principal: SYSTEM, source: "discovery" },
        async (change) => await claimScan(change, claimant, this.#affinity, leaseMs),
      );
      if (claim === undefined) return;
      const run = new ScanRun({ ...this.#parts, scanners: this.#scanners, onEnd: (status) => this.endings.count(status) }, claim);
      const ended = run
        .run()
        .catch((error: unknown) => this.#parts.logger.warn("a scan could not be written", { scan: run.scanId, error: messageOf(error) }))
        .finally(() => this.#running.delete(run.scanId));
      this.#running.set(run.scanId, { run, ended });
    }
  }
}
