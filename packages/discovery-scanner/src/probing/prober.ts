import type { Socket } from "node:net";
import { realTimers } from "@cadastre/inventory-core/scanning";
import type { Attempt } from "./attempt.ts";
import { Fifo } from "./fifo.ts";
import { openSocket } from "./open-socket.ts";
import { isLocalShortage, outcomeOf, type ProbeOutcome } from "./probe-outcome.ts";
import { RoundTrip } from "./round-trip.ts";
import type { TokenBucket } from "./token-bucket.ts";

/** New sockets in one turn of the event loop: more, and answers that wait in the kernel look like timeouts. */
const MAX_STARTS_A_TURN = 64;
const SWEEP_EVERY_MS = 20;
/** How long nothing new is started after the machine ran short of something. */
const PAUSE_MS = 50;
/** So often a probe that failed by a shortage is made again. */
const MAX_SHORTAGES = 40;

/** An open connection, or why there is none. */
export type Dialled = { readonly socket: Socket } | { readonly outcome: Exclude<ProbeOutcome, "open"> };

export interface ProberOptions {
  /** Connections at the same time, opened or opening. */
  readonly window: number;
  readonly bucket: TokenBucket;
  readonly signal: AbortSignal;
  /** Called with the code of each error that is this machine's own shortage. */
  readonly onShortage: (code: string) => void;
}

/** Opens TCP connections for one scan: so many at once, so many a second, none after the signal. */
export class Prober {
  readonly #options: ProberOptions;
  readonly #network = new RoundTrip();
  readonly #waiting = new Fifo<Attempt>();
  readonly #opening = new Set<Attempt>();
  readonly #kept = new Set<Socket>();
  #window: number;
  #sweeper: NodeJS.Timeout | undefined;
  #planned: NodeJS.Immediate | NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #turn = 0;
  #turnEnds = false;

  constructor(options: ProberOptions) {
    this.#options = options;
    this.#window = options.window;
    // One listener a scan: one a socket would be thousands.
    options.signal.addEventListener("abort", () => this.#abort(), { once: true });
  }

  /** Whether a port accepts connections; the connection is reset at once. @param roundTrip what is known of the host */
  async probe(ip: string, port: number, roundTrip: RoundTrip): Promise<ProbeOutcome> {
    return await new Promise((resolve) => this.#submit(ip, port, roundTrip, false, resolve));
  }

  /** The same of several ports at once, in their order: one promise and not one a port, as a large scan has millions. */
  async probeAll(ip: string, ports: readonly number[], roundTrip: RoundTrip): Promise<readonly ProbeOutcome[]> {
    if (ports.length === 0) return [];
    return await new Promise((resolve) => {
      const outcomes: ProbeOutcome[] = ports.map(() => "aborted");
      let open = ports.length;
      for (const [index, port] of ports.entries()) {
        this.#submit(ip, port, roundTrip, false, (outcome) => {
          outcomes[index] = outcome;
          open -= 1;
          if (open === 0) resolve(outcomes);
        });
      }
    });
  }

  /** Opens a connection for the caller, who destroys it. */
  async dial(ip: string, port: number, roundTrip: RoundTrip): Promise<Dialled> {
    return await new Promise((resolve) => {
      const settle = (outcome: ProbeOutcome, socket?: Socket): void =>
        resolve(socket === undefined ? { outcome: outcome === "open" ? "aborted" : outcome } : { socket });
      this.#submit(ip, port, roundTrip, true, settle);
    });
  }

  #submit(ip: string, port: number, roundTrip: RoundTrip, keep: boolean, settle: Attempt["settle"]): void {
    if (this.#options.signal.aborted) return settle("aborted");
    this.#waiting.push({ ip, port, roundTrip, keep, settle, socket: undefined, startedAt: 0, turn: 0, shortages: 0 });
    this.#plan(0);
  }

  #plan(delayMs: number): void {
    if (this.#planned !== undefined) return;
    const pump = (): void => {
      this.#planned = undefined;
      this.#pump();
    };
    this.#planned = delayMs === 0 ? realTimers.setImmediate(pump) : realTimers.setTimeout(pump, delayMs);
  }

  #pump(): void {
    const pause = this.#pausedUntil - realTimers.performance.now();
    if (pause > 0) return this.#plan(pause);
    for (let started = 0; this.#waiting.size > 0 && this.#opening.size + this.#kept.size < this.#window; started += 1) {
      if (started === MAX_STARTS_A_TURN) return this.#plan(0);
      const waitMs = this.#options.bucket.take();
      if (waitMs > 0) return this.#plan(waitMs);
      const attempt = this.#waiting.next();
      if (attempt !== undefined) this.#start(attempt);
    }
  }

  #start(attempt: Attempt): void {
    attempt.startedAt = realTimers.performance.now();
    attempt.turn = this.#turn;
    this.#opening.add(attempt);
    this.#endTurn();
    this.#sweeper ??= realTimers.setInterval(() => this.#sweep(), SWEEP_EVERY_MS);
    let socket: Socket;
    try {
      socket = openSocket(attempt.ip, attempt.port, attempt.keep);
    } catch (error) {
      // Thrown and not told: this runs on the event loop, where nobody would catch it.
      return this.#failed(attempt, (error as NodeJS.ErrnoException).code, true);
    }
    attempt.socket = socket;
    socket.on("connect", () => this.#connected(attempt, socket));
    // What comes in the very turn in which it began was said by this machine.
    socket.on("error", (error: NodeJS.ErrnoException) => this.#failed(attempt, error.code, attempt.turn === this.#turn));
  }

  #endTurn(): void {
    if (this.#turnEnds) return;
    this.#turnEnds = true;
    realTimers.setImmediate(() => {
      this.#turnEnds = false;
      this.#turn += 1;
    });
  }

  #connected(attempt: Attempt, socket: Socket): void {
    if (!this.#opening.has(attempt)) return;
    this.#measured(attempt);
    if (attempt.keep) {
      this.#kept.add(socket);
      socket.once("close", () => {
        this.#kept.delete(socket);
        this.#plan(0);
      });
      this.#finish(attempt, "open", socket);
      return;
    }
    // A reset leaves nothing behind here, and takes the connection off the host's queue.
    socket.resetAndDestroy();
    this.#finish(attempt, "open");
  }

  #failed(attempt: Attempt, code: string | undefined, local: boolean): void {
    if (!this.#opening.has(attempt)) return;
    if (isLocalShortage(code)) return this.#shortage(attempt, code ?? "");
    const outcome = outcomeOf(code, local);
    if (outcome === "refused") this.#measured(attempt);
    this.#finish(attempt, outcome);
  }

  #shortage(attempt: Attempt, code: string): void {
    this.#options.onShortage(code);
    this.#window = Math.max(4, Math.min(this.#window, this.#opening.size) >> 1);
    this.#pausedUntil = realTimers.performance.now() + PAUSE_MS;
    attempt.shortages += 1;
    if (attempt.shortages >= MAX_SHORTAGES) return this.#finish(attempt, "local-limit");
    this.#opening.delete(attempt);
    attempt.socket?.destroy();
    this.#waiting.push(attempt);
    this.#plan(PAUSE_MS);
  }

  #measured(attempt: Attempt): void {
    const tookMs = realTimers.performance.now() - attempt.startedAt;
    attempt.roundTrip.add(tookMs);
    this.#network.add(tookMs);
    if (this.#window < this.#options.window) this.#window += 1;
  }

  #finish(attempt: Attempt, outcome: ProbeOutcome, socket?: Socket): void {
    this.#opening.delete(attempt);
    attempt.settle(outcome, socket);
    if (this.#waiting.size > 0) this.#plan(0);
    else if (this.#opening.size === 0) {
      realTimers.clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    }
  }

  #sweep(): void {
    const now = realTimers.performance.now();
    const networkMs = this.#network.timeoutMs(2);
    const late = [...this.#opening].filter(
      ({ startedAt, roundTrip }) => now - startedAt > (roundTrip.known ? roundTrip.timeoutMs() : networkMs),
    );
    if (late.length === 0) return;
    // An answer may wait in the kernel while the loop was busy: it is read before the timeout counts.
    realTimers.setImmediate(() => {
      for (const attempt of late) {
        if (!this.#opening.has(attempt)) continue;
        this.#finish(attempt, "silent");
        attempt.socket?.destroy();
      }
    });
  }

  #abort(): void {
    realTimers.clearInterval(this.#sweeper);
    realTimers.clearTimeout(this.#planned as NodeJS.Timeout | undefined);
    realTimers.clearImmediate(this.#planned as NodeJS.Immediate | undefined);
    for (const attempt of this.#waiting.takeAll()) attempt.settle("aborted");
    for (const attempt of this.#opening) {
      attempt.socket?.destroy();
      attempt.settle("aborted");
    }
    this.#opening.clear();
    for (const socket of this.#kept) socket.resetAndDestroy();
  }
}
