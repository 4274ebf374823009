import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../contract/clock.ts";
import { messageOf } from "../contract/errors/failure-text.ts";
import type { Logger } from "../contract/logger.ts";

/** Rounds in a row that may fail before the work counts as stopped: a database that is away for a moment is no reason. */
const MAX_FAILURES = 3;

/** Background work that is done again and again, never twice at once. A failure is logged, and it goes on. */
export class RepeatedTask {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #failure: string;
  readonly #work: () => Promise<unknown>;
  /** Runs the work in the context of the constructor: a call that starts or asks for it may be inside of a transaction, or measured. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #running: Promise<void> | undefined;
  #again = false;
  #failures = 0;
  #stop: (() => void) | undefined;

  /** @param failure what the log says when it fails: `old events could not be purged` */
  constructor(clock: Clock, logger: Logger, everyMs: number, failure: string, work: () => Promise<unknown>) {
    this.#clock = clock;
    this.#logger = logger;
    this.#everyMs = everyMs;
    this.#failure = failure;
    this.#work = work;
  }

  /** Begins: the first run is after one interval. */
  start(): void {
    this.#stop = this.#clock.every(this.#everyMs, () => {
      this.#running ??= this.#outside(async () => await this.#run());
    });
  }

  /** For a health check. @throws Error when it has failed several times in a row */
  check(): void {
    if (this.#failures >= MAX_FAILURES) throw new Error(`${this.#failures} times in a row ${this.#failure}`);
  }

  /** Does it at once, or once more when it is being done. */
  now(): void {
    this.#again = this.#running !== undefined;
    this.#running ??= this.#outside(async () => await this.#run());
  }

  async #run(): Promise<void> {
    try {
      do {
        this.#again = false;
        await this.#work();
      } while (this.#again);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#logger.warn(this.#failure, { error: messageOf(error) });
    } finally {
      this.#running = undefined;
    }
  }

  /** Waits for what is being done. */
  async stop(): Promise<void> {
    this.#stop?.();
    this.#again = false;
    await this.#running;
  }
}
