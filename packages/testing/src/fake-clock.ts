import type { Clock } from "@cadastre/inventory-core";

interface Waiting {
  at: number;
  readonly everyMs?: number;
  readonly run: () => void;
}

/**
 * A clock that stands still until it is moved; everything that is due runs in order of its time. What repeats runs once
 * each time the clock is moved past its time, however far, at the last of its times.
 */
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
      // No abort is heard of a signal that has aborted before.
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
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
      const due = [...this.#waiting].filter((waiting) => waiting.at <= until);
      for (const waiting of due) {
        // What repeats is due at its last time: the ones before are skipped.
        if (waiting.everyMs !== undefined) waiting.at += waiting.everyMs * Math.floor((until - waiting.at) / waiting.everyMs);
      }
      const next = due.toSorted((a, b) => a.at - b.at)[0];
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
