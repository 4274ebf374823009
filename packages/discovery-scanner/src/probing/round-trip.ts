const FIRST_TIMEOUT_MS = 500;
const MIN_TIMEOUT_MS = 200;
const MAX_TIMEOUT_MS = 1250;
/** A host that is busy accepting answers later than its network alone would let it. */
const MIN_SLACK_MS = 100;

/** How long answers take, smoothed as TCP does it (RFC 6298), and how long to wait for one. */
export class RoundTrip {
  #smoothed: number | undefined;
  #variance = 0;

  get known(): boolean {
    return this.#smoothed !== undefined;
  }

  add(sampleMs: number): void {
    if (this.#smoothed === undefined) {
      this.#smoothed = sampleMs;
      this.#variance = sampleMs / 2;
      return;
    }
    this.#variance += (Math.abs(sampleMs - this.#smoothed) - this.#variance) / 4;
    this.#smoothed += (sampleMs - this.#smoothed) / 8;
  }

  /** @param factor 2 for a host of which nothing is known yet: it may be further away than the others */
  timeoutMs(factor = 1): number {
    if (this.#smoothed === undefined) return FIRST_TIMEOUT_MS;
    const wanted = factor * (this.#smoothed + Math.max(MIN_SLACK_MS, 4 * this.#variance));
    return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, wanted));
  }
}
