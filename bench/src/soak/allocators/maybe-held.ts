import type { Holding, LostRequest, Until } from "./holdings.ts";

/** How many distinct addresses could be held at each point of a run. */
export class MaybeHeld {
  readonly #clock: readonly number[];
  readonly #counts: Int32Array;

  /** @param listedTags requests of which allocations were left at the end of the run */
  constructor(clock: readonly number[], holdings: readonly Holding[], lost: readonly LostRequest[], listedTags: ReadonlySet<string>) {
    this.#clock = clock;
    const steps = new Int32Array(clock.length + 1);
    const add = (from: number, to: number, count: number): void => {
      steps[from] = (steps[from] ?? 0) + count;
      steps[to] = (steps[to] ?? 0) - count;
    };
    for (const own of Map.groupBy(holdings, ({ ip }) => ip).values()) {
      // Two that may have held an address at one time still held one address.
      let reached = 0;
      for (const { maybeFrom, maybeTo } of own.toSorted((a, b) => a.maybeFrom - b.maybeFrom)) {
        const from = Math.max(reached, maybeFrom);
        const to = this.#end(maybeTo);
        if (to > from) add(from, to, 1);
        reached = Math.max(reached, to);
      }
    }
    for (const { subject, begin, end } of lost) {
      const expires = subject.ttlSeconds === null ? Infinity : end.at + subject.ttlSeconds * 1000;
      const to = this.#end({ seq: Infinity, at: expires });
      // What nobody gave back and does not go by itself is there at the end, or never was.
      if (listedTags.has(subject.tag) || to < clock.length) add(begin, to, subject.count);
    }
    for (let seq = 1; seq < steps.length; seq += 1) steps[seq] = (steps[seq] ?? 0) + (steps[seq - 1] ?? 0);
    this.#counts = steps;
  }

  /** The most that could be held at one point between two, both included. */
  most(from: number, to: number): number {
    return this.#counts.subarray(from, to + 1).reduce((one, other) => Math.max(one, other), 0);
  }

  /** The first point at which it was surely over: calls sweep what expired before they began. */
  #end({ seq, at }: Until): number {
    let low = 0;
    let high = this.#clock.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#clock[middle] ?? 0) >= at) high = middle;
      else low = middle + 1;
    }
    return Math.min(low, seq, this.#clock.length);
  }
}
