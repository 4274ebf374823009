import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** How long the event loop of this process stood still, at most, while something ran. */
export class DelayWatch {
  #longest = 0;

  async during<T>(work: () => Promise<T>): Promise<T> {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await sleep(3);
    delays.reset();
    const result = await work();
    // The last stretch is seen when the loop turns again.
    await sleep(3);
    delays.disable();
    this.#longest = Math.max(this.#longest, delays.max / 1e6);
    return result;
  }

  get longestMs(): number {
    return this.#longest;
  }

  get note(): string {
    return `event loop held up ${this.#longest.toFixed(1)} ms`;
  }
}
