import type { Count, SharedCounters } from "./shared-counters.ts";

/** Counts of this process alone, where there are no tables for shared ones. */
export class OwnCounters implements SharedCounters {
  readonly hasOthers = false;
  readonly #counts = new Map<string, Count>();

  async exchange(added: readonly Count[]): Promise<readonly Count[]> {
    return added;
  }

  async take(client: string, windowMs: number, now: number): Promise<Count> {
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key);
    const found = this.#counts.get(client) ?? { client, endsAt: now + windowMs, points: 0 };
    const count = { ...found, points: found.points + 1 };
    this.#counts.set(client, count);
    return count;
  }

  async look(client: string, now: number): Promise<Count | undefined> {
    const found = this.#counts.get(client);
    return found !== undefined && found.endsAt > now ? found : undefined;
  }
}
