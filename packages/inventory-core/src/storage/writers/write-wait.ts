import type { CallerPath, FairQueue } from "../../background/fair-queue.ts";
import type { Clock } from "../../contract/clock.ts";
import type { WriteOptions } from "../../contract/storage/storage.ts";
import { busy } from "./write-limits.ts";

/** Wait limit of one write, across queues and locks. */
export class WriteWait {
  readonly #clock: Clock;
  readonly #asked: number;
  readonly #waitMs: number;
  readonly #signal: AbortSignal | undefined;

  constructor(clock: Clock, { waitMs = Infinity, signal }: WriteOptions) {
    this.#clock = clock;
    this.#asked = clock.now();
    this.#waitMs = waitMs;
    this.#signal = signal;
  }

  /** Remaining time in milliseconds. */
  get leftMs(): number {
    return this.#asked + this.#waitMs - this.#clock.now();
  }

  /** Creates a BUSY error. */
  busy(cause?: unknown): Error {
    return busy(this.#clock.now() - this.#asked, 0, cause);
  }

  /**
   * Waits for what others give back, which no signal calls off.
   * @param late receives what comes after the wait
   * @param refusal makes the error, from the time waited in milliseconds
   * @throws the refusal, the reason of the signal
   */
  async until<T>(coming: Promise<T>, late: (value: T) => void, refusal: (waitedMs: number) => Error): Promise<T> {
    if (this.#waitMs === Infinity) return await coming;
    const over = new AbortController();
    const end = this.#clock
      .sleep(Math.max(0, this.leftMs), AbortSignal.any([over.signal, ...(this.#signal === undefined ? [] : [this.#signal])]))
      .then(() => {
        throw refusal(this.#clock.now() - this.#asked);
      });
    try {
      return await Promise.race([coming, end]);
    } catch (error) {
      void coming.then(late, () => {});
      throw error;
    } finally {
      over.abort();
    }
  }

  /** Runs work when the queue has a free place. @throws BUSY, the reason of the signal */
  async inTurn<T>(queue: FairQueue, path: CallerPath, work: () => Promise<T>): Promise<T> {
    this.#signal?.throwIfAborted();
    const waiting = new AbortController();
    const entering = queue.enter(path, waiting.signal);
    if (entering !== undefined) await this.#within(entering, waiting);
    try {
      return await work();
    } finally {
      queue.leave(path);
    }
  }

  async #within(entering: Promise<void>, waiting: AbortController): Promise<void> {
    const entered = new AbortController();
    const leave = (): void => waiting.abort(this.#signal?.reason);
    this.#signal?.addEventListener("abort", leave, { once: true });
    if (this.leftMs <= 0) waiting.abort(this.busy());
    else if (this.#waitMs !== Infinity)
      this.#clock.sleep(this.leftMs, entered.signal).then(
        () => waiting.abort(this.busy()),
        () => {},
      );
    try {
      await entering;
    } finally {
      entered.abort();
      this.#signal?.removeEventListener("abort", leave);
    }
  }
}
