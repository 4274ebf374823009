import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds that statements may follow each other without a turn for timers and sockets. */
const LONGEST_STANDSTILL_MS = 1;

/**
 * Turns of the event loop. SQLite's statements and commits never leave it by themselves, so that a caller who reads or
 * writes in a loop would let nobody else have a turn.
 */
export class Turns {
  /** When the first statement of this turn was made. */
  #since: number | undefined;

  /** True when statements have gone on for too long in this turn; asked before each of them. */
  get due(): boolean {
    const now = performance.now();
    if (this.#since === undefined) {
      this.#since = now;
      setImmediate(() => (this.#since = undefined));
      return false;
    }
    return now - this.#since > LONGEST_STANDSTILL_MS;
  }

  /** Everybody else gets a turn. */
  async take(): Promise<void> {
    await nextTurn();
  }
}
