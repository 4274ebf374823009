import { setImmediate } from "node:timers/promises";

/** Milliseconds that statements may follow each other without a turn for timers and sockets. */
const LONGEST_STANDSTILL_MS = 10;

/**
 * Turns of the event loop. SQLite's statements and commits never leave it by themselves, so that a caller who reads or
 * writes in a loop would let nobody else have a turn.
 */
export class Turns {
  #takenAt = 0;

  /** True when the last turn was too long ago. */
  get due(): boolean {
    return performance.now() - this.#takenAt > LONGEST_STANDSTILL_MS;
  }

  /** Everybody else gets a turn. */
  async take(): Promise<void> {
    await setImmediate();
    this.#takenAt = performance.now();
  }
}
