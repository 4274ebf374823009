import { performance } from "node:perf_hooks";

/** After so long, half of what was used counts. */
const HALF_LIFE_MS = 200;

/** What one caller has used of the process lately, in milliseconds: it fades, so that nobody pays for yesterday. */
export class WorkAccount {
  /** The name that the caller is counted under. */
  readonly caller: string;
  #ms = 0;
  #at = performance.now();

  constructor(caller: string) {
    this.caller = caller;
  }

  /** @param now of `performance`: those that are compared are asked about one time */
  recentMs(now: number): number {
    return this.#ms === 0 ? 0 : this.#ms * 2 ** ((this.#at - now) / HALF_LIFE_MS);
  }

  charge(ms: number): void {
    const now = performance.now();
    this.#ms = this.recentMs(now) + ms;
    this.#at = now;
  }
}
