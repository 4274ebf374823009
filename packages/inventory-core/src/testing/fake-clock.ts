import type { Clock } from "../contract/clock.ts";

interface Waiting {
  at: number;
  readonly everyMs?: number;
  readonly run: () => void;
}

/** A clock that stands still until it is moved; everything that is due runs in order of its time. */
export class FakeClock implements Clock {
  #now: number;
  readonly #waiting = new Set<Waiting>();

  /** @param start ISO 8601 time to start from */
  constructor(start = "2026-01-02T03:04:05.678Z") {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { at: this.#now + ms, run: resolve };
      this.#waiting.add(waiting);
      signal?.addEventListener("abort", () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      });
    });
  }

  every(ms: number, task: () => void): () => void {
    const waiting: Waiting = { at: this.#now + ms, everyMs: ms, run: task };
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }

  /** Moves time on by `ms`; what falls due runs, and gets a turn to finish its promises. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const next = [...this.#waiting].filter((waiting) => waiting.at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      if (next.everyMs === undefined) this.#waiting.delete(next);
      else next.at += next.everyMs;
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = until;
  }
}
