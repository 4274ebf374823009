/** One step of what is measured, or of the limit it is held against. */
export type Step = () => Promise<unknown> | unknown;

/** Microseconds of a step, by what is measured and by the limit: the medians of all rounds. */
export interface Pair {
  readonly measured: number;
  readonly limit: number;
}

export interface Rounds {
  readonly rounds: number;
  /** How often each step is done in a round. */
  readonly times: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Microseconds that `times` repetitions take, divided by their number. */
export async function timePerStep(step: Step, times: number): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < times; done += 1) await step();
  return ((performance.now() - start) * 1000) / times;
}

/** Measures both in turns, so that a noisy neighbour hits both; the first round warms up and is not counted. */
export async function interleave(measured: Step, limit: Step, { rounds, times }: Rounds): Promise<Pair> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const our = await timePerStep(measured, times);
    const their = await timePerStep(limit, times);
    if (round > 0) {
      ours.push(our);
      theirs.push(their);
    }
  }
  return { measured: median(ours), limit: median(theirs) };
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
