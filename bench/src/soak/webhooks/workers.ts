import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "./child.ts";
import type { Opening } from "./messages.ts";

const WORKERS = 2;
const KILL_EVERY_MS = 300;
const STANDBYS = 2;
/** Loading takes a processor for a second: those that only load let the others go first. */
const NICENESS = getPriority();

/**
 * Two workers at a time. Every 300 ms one of them is killed in the middle of whatever it does; where a machine takes longer
 * to start the next one, as soon as that one is open.
 */
export class Workers {
  readonly #storage: string;
  readonly #opening: () => Opening;
  readonly #standby: Child[] = [];
  #working: Child[] = [];
  #stopped = new AbortController();
  #done: Promise<void> | undefined;
  #complete = Promise.withResolvers<void>();
  #kills = 0;

  constructor(storage: string, opening: () => Opening) {
    this.#storage = storage;
    this.#opening = opening;
  }

  get kills(): number {
    return this.#kills;
  }

  /** @returns when as many work as there should be */
  async start(): Promise<void> {
    this.#stopped = new AbortController();
    this.#complete = Promise.withResolvers();
    this.#done = this.#wearOut(this.#stopped.signal);
    await this.#complete.promise;
  }

  /** Kills all that work, and starts none. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
    this.#complete.resolve();
    await this.#kill(this.#working.splice(0));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#kill(this.#standby.splice(0));
  }

  async #wearOut(signal: AbortSignal): Promise<void> {
    let killedAt = 0;
    while (!signal.aborted) {
      const next = this.#take();
      try {
        await next.ask({ warm: true });
        next.yieldTo(NICENESS);
        await next.ask({ open: this.#opening() });
      } catch {
        // The database is away.
        await this.#kill([next]);
        continue;
      }
      this.#working.push(next);
      if (this.#working.length >= WORKERS) this.#complete.resolve();
      if (this.#working.length <= WORKERS) continue;
      // Opening takes the processors: a kill that always came right after it would always hit a worker that lags behind.
      await sleep(Math.max(KILL_EVERY_MS / 2, killedAt + KILL_EVERY_MS - Date.now()), undefined, { signal }).catch(() => {});
      await this.#kill(this.#working.splice(0, 1));
      killedAt = Date.now();
      this.#kills += 1;
    }
  }

  #take(): Child {
    while (this.#standby.length <= STANDBYS) {
      const child = new Child("worker-child", [this.#storage]);
      child.yieldTo(NICENESS + 10);
      this.#standby.push(child);
    }
    return this.#standby.shift() as Child;
  }

  async #kill(children: readonly Child[]): Promise<void> {
    await Promise.all(children.map(async (child) => await child.kill()));
  }
}
