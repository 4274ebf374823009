import { isTurnOver, turnUnderLock } from "./loop-turn.ts";

/** Bytes of records that are read, shaped or written in one turn of the event loop, about; a longer record has a turn of its own. */
export const TURN_BYTES = 256 * 1024;

/** Goes through many values a slice at a time, and lets others have a turn of the event loop between two. */
export async function* inSlices<T>(all: readonly T[], size: number): AsyncGenerator<readonly T[], void> {
  for (let at = 0; at < all.length; at += size) {
    if (isTurnOver()) await turnUnderLock();
    yield all.slice(at, at + size);
  }
}

/** How much a slice holds: one value at least. */
export interface SliceBounds<T> {
  readonly count: number;
  readonly weight: number;
  readonly weightOf: (value: T) => number;
  /** Whether a value may be in a slice that begins with another; true by default. */
  readonly goesWith?: (value: T, first: T) => boolean;
}

/** Puts values that follow each other into slices of bounded number and weight. */
export async function* weighedSlices<T>(
  all: AsyncIterable<T> | Iterable<T>,
  { count, weight, weightOf, goesWith = () => true }: SliceBounds<T>,
): AsyncGenerator<readonly [T, ...T[]], void> {
  let slice: [T, ...T[]] | undefined;
  let sum = 0;
  for await (const value of all) {
    const more = weightOf(value);
    if (slice !== undefined && slice.length < count && sum + more <= weight && goesWith(value, slice[0])) {
      slice.push(value);
      sum += more;
      continue;
    }
    if (slice !== undefined) yield slice;
    slice = [value];
    sum = more;
  }
  if (slice !== undefined) yield slice;
}
