import { RepeatedTask } from "../background/repeated-task.ts";
import { timestampOf } from "../contract/clock.ts";
import { SYSTEM } from "../contract/principal.ts";
import type { Scanner, ScanLimits } from "../contract/scanner.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage.ts";
import { claimScan, hasClaimable } from "./scan-lease.ts";
import { ScanRun, type ScanRunParts } from "./scan-run.ts";

export const SCAN_RUNNER = serviceToken<ScanRunner>("scan-runner");

/** A scan that was asked for at another host begins within so long. */
const LOOK_EVERY_MS = 500;
/** Scans of this host at the same time: each has the machine's sockets to itself, more would share them. */
const MOST_AT_ONCE = 2;

/** What any scan may send: more loses answers on usual networks, and more at one host overflows its queue (scanner.md §2). */
const LIMITS: ScanLimits = { probesPerSecond: 3000, connections: 1000, connectionsPerHost: 10, hostBudgetMs: 20_000 };

/** Runs scans that wait, or whose host ended. Any number of hosts may share one database: a scan runs on one. */
export class ScanRunner {
  readonly #storage: OpenStorage;
  readonly #parts: Omit<ScanRunParts, "scanners" | "limits">;
  readonly #task: RepeatedTask;
  readonly #running = new Map<string, { readonly run: ScanRun; readonly ended: Promise<void> }>();
  #scanners: readonly Scanner[] = [];
  #stopping = false;

  constructor(storage: OpenStorage, parts: Omit<ScanRunParts, "scanners" | "limits">) {
    this.#storage = storage;
    this.#parts = parts;
    this.#task = new RepeatedTask(parts.clock, parts.logger, LOOK_EVERY_MS, "waiting scans could not be looked for", async () => await this.#look());
  }

  /** @param scanners those of the host's plugins */
  start(scanners: readonly Scanner[]): void {
    this.#scanners = scanners;
    this.#task.start();
  }

  /** A scan was asked for here: it need not wait for the next look. */
  wake(): void {
    this.#task.now();
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
    while (!this.#stopping && this.#running.size < MOST_AT_ONCE) {
      const own = [...this.#running.keys()];
      if (!(await hasClaimable(this.#storage.read, timestampOf(this.#parts.clock), own))) return;
      const claim = await this.#parts.writes.run({ principal: SYSTEM, source: "discovery" }, async (change) => await claimScan(change, own));
      if (claim === undefined) return;
      const run = new ScanRun({ ...this.#parts, scanners: this.#scanners, limits: LIMITS }, claim);
      const ended = run
        .run()
        .catch((error: unknown) => this.#parts.logger.warn("a scan could not be written", { scan: run.scanId, error: String(error) }))
        .finally(() => this.#running.delete(run.scanId));
      this.#running.set(run.scanId, { run, ended });
    }
  }
}
