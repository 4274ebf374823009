import { realTimers } from "@cadastre/inventory-core/scanning";

/** Lets so many through each second, evenly: what was not used is lost but for a twentieth of a second. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #most: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, now: () => number = () => realTimers.performance.now()) {
    this.#perMs = perSecond / 1000;
    this.#most = Math.max(1, perSecond / 20);
    this.#now = now;
    this.#tokens = this.#most;
    this.#at = now();
  }

  /** Takes one, or returns the milliseconds until there will be one. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#most, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / this.#perMs);
    this.#tokens -= 1;
    return 0;
  }
}
