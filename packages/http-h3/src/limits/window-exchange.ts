import type { Clock, Logger } from "@cadastre/inventory-core";
import type { FixedWindows } from "./fixed-windows.ts";
import type { SharedCounters } from "./shared-counters.ts";

const EXCHANGE_MS = 1_000;

/**
 * Tells the other hosts what this one counted, and learns what they did: one upsert and one read a second for
 * all clients, none while nothing was counted. While the database is away each host counts for itself.
 */
export class WindowExchange {
  readonly #windows: FixedWindows;
  readonly #counters: SharedCounters;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #stopTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #failing = false;

  constructor(windows: FixedWindows, counters: SharedCounters, clock: Clock, logger: Logger) {
    this.#windows = windows;
    this.#counters = counters;
    this.#clock = clock;
    this.#logger = logger;
  }

  start(): void {
    if (!this.#counters.hasOthers) return;
    this.#stopTimer = this.#clock.every(EXCHANGE_MS, () => {
      this.#running ??= this.exchange().finally(() => (this.#running = undefined));
    });
  }

  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.#running;
  }

  /** Never rejects. */
  async exchange(): Promise<void> {
    const counts = this.#windows.send();
    if (counts.length === 0) return;
    try {
      this.#windows.learn(await this.#counters.exchange(counts, this.#windows.notable, this.#clock.now()));
      this.#failing = false;
    } catch (error) {
      this.#windows.keep(counts);
      if (!this.#failing)
        this.#logger.warn("request counts could not be exchanged with other hosts; this one counts locally until they can", {
          error: String(error),
        });
      this.#failing = true;
    }
  }
}
