const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** Waits between tries: twice as long after each failure, up to a minute, at random below that, so that many agents come one by one. */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** It worked. */
  reset(): void {
    this.#failures = 0;
  }

  /** It failed once more. @param leastMs what the server asks for. @returns milliseconds to wait */
  next(leastMs = 0): number {
    const most = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    return Math.max(leastMs, Math.round(most / 2 + (most / 2) * this.#random()));
  }
}
