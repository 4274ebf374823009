import type { DelayWatch } from "./delay-watch.ts";

/** One step of what is measured, or of the limit it is held against. */
export type Step = () => Promise<unknown> | unknown;

/** Microseconds of a step, by what is measured and by the limit: the medians of all rounds. */
export interface Pair {
  readonly measured: number;
  readonly limit: number;
}

export interface Rounds {
  /** Many short ones, so that a noisy neighbour hits both alike. */
  readonly rounds: number;
  /** How often each step is done in a round, unless it takes too long. */
  readonly times: number;
  /** Watches the event loop during what is measured. */
  readonly watch?: DelayWatch;
}

/** The first round warms up: it is longer and not counted. */
export const WARM_UP = 5;
/** No step is begun in a round that has taken so long. */
const ROUND_MS = 1000;
/** No round is begun when all have taken so long, after the least number of rounds. */
const ALL_MS = 10_000;
const MIN_ROUNDS = 3;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The value that only a share of all is above. */
export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? Number.NaN;
}

/** Microseconds that a step takes, of `times` repetitions. */
export async function timePerStep(step: Step, times: number, maxMs = Infinity): Promise<number> {
  const start = performance.now();
  let done = 0;
  do {
    await step();
    done += 1;
  } while (done < times && performance.now() - start < maxMs);
  return ((performance.now() - start) * 1000) / done;
}

/** Measures both in turns. */
export async function interleave(measured: Step, limit: Step, { rounds, times, watch }: Rounds): Promise<Pair> {
  for (const step of [measured, limit]) await timePerStep(step, times * WARM_UP, ROUND_MS);
  const ours: number[] = [];
  const theirs: number[] = [];
  const once = async (): Promise<number> => await timePerStep(measured, times, ROUND_MS);
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    ours.push(watch === undefined ? await once() : await watch.during(once));
    theirs.push(await timePerStep(limit, times, ROUND_MS));
    if (ours.length >= MIN_ROUNDS && performance.now() - start > ALL_MS) break;
  }
  return { measured: median(ours), limit: median(theirs) };
}

/** Microseconds a step when several clients do them at once, each its next after its last. */
export async function timeAtOnce(clients: number, total: number, step: (client: number) => Promise<unknown> | unknown): Promise<number> {
  let begun = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (begun < total) {
        begun += 1;
        await step(client);
      }
    }),
  );
  return ((performance.now() - start) * 1000) / total;
}

/** The same numbers in every run: a shuffled copy, by a small generator with a fixed seed. */
export function shuffled<T>(values: readonly T[]): T[] {
  const copy = [...values];
  let state = 0x2545f491;
  for (let last = copy.length - 1; last > 0; last -= 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const other = (state >>> 0) % (last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
