import type { Logger } from "@cadastre/inventory-core";
import { isNewerVersion, ownAddresses, realTimers, type Scanner } from "@cadastre/inventory-core/scanning";
import { setTimeout as sleep } from "node:timers/promises";
import { LEASE_READER_ID, MAX_WAIT_SECONDS } from "../scan-work/limits.ts";
import { Backoff } from "./backoff.ts";
import { Delivery, sentenceOf, type Verdict } from "./delivery.ts";
import { type GivenSource, type LeaseReading, readLeases } from "./lease-job.ts";
import { Outbox } from "./outbox.ts";
import { type GivenScan, ScanJob } from "./scan-job.ts";
import { LinkFailure, ServerLink } from "./server-link.ts";
import { StateFolder } from "./state-folder.ts";

/** Scans at the same time: each has the machine's sockets to itself, more would share them. */
const MAX_AT_ONCE = 2;
/** Lease sources that are read at the same time. */
const MAX_READINGS = 8;
const MAX_ADDRESSES = 256;
/** What waits in the outbox is sent for so long when the agent is told to end; the rest waits on the disk. */
const LAST_DELIVERY_MS = 5000;
/** A token that is not valid becomes valid only by hand. */
const VOID_TOKEN_MS = 60_000;

/** How an agent runs at its site. */
export interface SiteOptions {
  /** URL of the server: `https://inventory.example.com`. */
  readonly server: string;
  /** The agent's token. */
  readonly token: string;
  /** PEM text of the authorities of the server's certificate; those of Node unless set. */
  readonly ca?: string | undefined;
  /** Folder of what must outlive the process: one process has it at a time. */
  readonly stateFolder: string;
  /** Scanners that it has. */
  readonly scanners: readonly Scanner[];
  /** Reads lease sources; the agent reads none unless it is given. */
  readonly readLeases?: LeaseReading | undefined;
  /** Addresses that receive no packet whatever the server asks for: addresses, CIDRs and ranges separated by commas. */
  readonly doNotProbe?: string | undefined;
  /** Version of the program, which the server is told. */
  readonly version: string;
  /** Where log lines go. */
  readonly logger: Logger;
}

interface Work {
  readonly scan: GivenScan | null;
  /** A server that knows of none tells none. */
  readonly lease_source?: GivenSource | null;
  readonly stop: readonly string[];
  readonly server_version: string;
}

/**
 * Runs an agent until the signal aborts: asks the server for work, scans, and reports.
 * @throws Error when the state folder cannot be used
 */
export async function runAgent(options: SiteOptions, signal: AbortSignal): Promise<void> {
  const state = await StateFolder.open(options.stateFolder);
  const link = new ServerLink({ ...options, userAgent: `cadastre-agent/${options.version}` });
  try {
    await new SiteAgent(options, state, link).run(signal);
  } finally {
    await link.close();
    state.close();
  }
}

class SiteAgent {
  readonly #options: SiteOptions;
  readonly #state: StateFolder;
  readonly #link: ServerLink;
  readonly #outbox: Outbox;
  readonly #jobs = new Map<string, { readonly job: ScanJob; readonly ended: Promise<void> }>();
  /** Sources that are being read. */
  readonly #readings = new Map<string, Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #backoff = new Backoff();
  /** Ends a request that waits without wanting work, once there is room for it. */
  #poll = new AbortController();
  #isOnline: boolean | undefined;
  #toldVersion = "";

  constructor(options: SiteOptions, state: StateFolder, link: ServerLink) {
    this.#options = options;
    this.#state = state;
    this.#link = link;
    this.#outbox = new Outbox(state.path);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    await this.#releaseHeld();
    const deliveryStop = new AbortController();
    const delivery = new Delivery(this.#outbox, this.#link, logger, (scanId, verdict) => this.#heard(scanId, verdict));
    const failed = new AbortController();
    const delivering = delivery.run(deliveryStop.signal).catch((error: unknown) => failed.abort(error));
    const ends = AbortSignal.any([signal, failed.signal]);
    try {
      while (!ends.aborted) await this.#ask(ends);
    } catch (error) {
      if (!ends.aborted) throw error;
    } finally {
      for (const { job } of this.#jobs.values()) job.release();
      // A reading is given to another process, or to this one again.
      this.#stopped.abort(new Error("the agent stops"));
      await Promise.all([...[...this.#jobs.values()].map(async ({ ended }) => await ended), ...this.#readings.values()]);
      await this.#lastDelivery();
      deliveryStop.abort();
      await delivering;
    }
    failed.signal.throwIfAborted();
  }

  /** Scans that a process before this one held are let go, after what it could not send: this one is given them again. */
  async #releaseHeld(): Promise<void> {
    for (const { scan_id: scanId, lease } of this.#state.held()) {
      if (!this.#outbox.holds(scanId, "end"))
        await this.#outbox.add({ scan_id: scanId, to: "end", body: { lease, outcome: "released", batches: 0, reason: "" } });
    }
    this.#state.note([]);
  }

  async #lastDelivery(): Promise<void> {
    const ends = realTimers.performance.now() + LAST_DELIVERY_MS;
    while (this.#outbox.size > 0 && realTimers.performance.now() < ends) await Promise.race([this.#outbox.changed, sleep(100)]);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { logger, version } = this.#options;
    this.#poll = new AbortController();
    const wants = this.#jobs.size < MAX_AT_ONCE;
    // One that wants work is not ended: the answer may hold a scan.
    const ends = wants ? signal : AbortSignal.any([signal, this.#poll.signal]);
    const body = {
      instance: this.#state.instance,
      version,
      scanners: await this.#available(),
      addresses: [...new Set(ownAddresses())].slice(0, MAX_ADDRESSES),
      running: this.#held(),
      wants,
      reads_leases: this.#options.readLeases !== undefined && this.#readings.size < MAX_READINGS,
      // The first answer, which says that the server is in reach, need not wait for work.
      wait_seconds: this.#isOnline === true ? MAX_WAIT_SECONDS : 0,
    };
    try {
      const answer = await this.#link.post("/api/agent/work", body, MAX_WAIT_SECONDS * 1000, ends);
      if (answer.status === 200 && isWork(answer.body)) {
        this.#backoff.reset();
        this.#online();
        this.#take(answer.body);
        return;
      }
      this.#offline(sentenceOf(answer));
      await sleep(this.#backoff.next(answer.status === 401 ? VOID_TOKEN_MS : answer.retryAfterMs), undefined, { signal });
    } catch (error) {
      if (this.#poll.signal.aborted && !signal.aborted) return;
      if (!(error instanceof LinkFailure)) throw error;
      this.#offline(error.message);
      logger.debug("the server is out of reach", { reason: error.message });
      await sleep(this.#backoff.next(), undefined, { signal });
    }
  }

  /** Scanners that work here now. */
  async #available(): Promise<readonly string[]> {
    const asked = this.#options.scanners.map(async (scanner) => ((await scanner.unavailable()) === null ? [scanner.id] : []));
    return [...(await Promise.all(asked)).flat(), ...(this.#options.readLeases === undefined ? [] : [LEASE_READER_ID])];
  }

  #take({ scan, lease_source: source = null, stop, server_version: server }: Work): void {
    const { logger, version, scanners, doNotProbe = "" } = this.#options;
    for (const id of stop) this.#jobs.get(id)?.job.stop();
    if (server !== this.#toldVersion && isNewerVersion(server, version)) {
      this.#toldVersion = server;
      logger.warn("the server has a newer version: update the agent to it", { server, agent: version });
    }
    if (source !== null) this.#read(source);
    if (scan === null || this.#jobs.has(scan.id)) return;
    logger.info("a scan begins", { scan: scan.id, subnet: scan.subnet });
    const job = new ScanJob(scan, { scanners, doNotProbe, outbox: this.#outbox });
    const ended = job
      .run()
      .catch((error: unknown) => logger.warn("a scan failed", { scan: scan.id, reason: String(error) }))
      .finally(() => {
        this.#jobs.delete(scan.id);
        this.#state.note(this.#held());
        this.#poll.abort();
        logger.info("a scan has ended", { scan: scan.id });
      });
    this.#jobs.set(scan.id, { job, ended });
    this.#state.note(this.#held());
  }

  #read(source: GivenSource): void {
    const { readLeases: read, logger } = this.#options;
    if (read === undefined || this.#readings.has(source.id)) return;
    const reading = readLeases(source, { read, outbox: this.#outbox, logger }, this.#stopped.signal)
      .catch((error: unknown) => {
        if (!this.#stopped.signal.aborted) logger.warn("a lease source could not be read", { source: source.id, reason: String(error) });
      })
      .finally(() => this.#readings.delete(source.id));
    this.#readings.set(source.id, reading);
  }

  #held(): { readonly scan_id: string; readonly lease: string }[] {
    return [...this.#jobs.values()].map(({ job: { scan } }) => ({ scan_id: scan.id, lease: scan.lease }));
  }

  #heard(scanId: string, verdict: Verdict): void {
    const job = this.#jobs.get(scanId)?.job;
    if (verdict === "lost") job?.lose();
    else if (verdict === "over") job?.stop();
  }

  #online(): void {
    if (this.#isOnline === true) return;
    this.#isOnline = true;
    this.#options.logger.info("the server is in reach: waiting for work", { server: this.#options.server });
  }

  #offline(reason: string): void {
    if (this.#isOnline === false) return;
    this.#isOnline = false;
    this.#options.logger.warn("no work from the server: trying again", { server: this.#options.server, reason });
  }
}

function isWork(body: unknown): body is Work {
  return typeof body === "object" && body !== null && "scan" in body && "stop" in body && Array.isArray(body.stop);
}
