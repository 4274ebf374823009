import { isTurnOver, turnUnderLock } from "./loop-turn.ts";

/** Goes through many values a slice at a time, and lets others have a turn of the event loop between two. */
export async function* inSlices<T>(all: readonly T[], size: number): AsyncGenerator<readonly T[], void> {
  for (let at = 0; at < all.length; at += size) {
    if (isTurnOver()) await turnUnderLock();
    yield all.slice(at, at + size);
  }
}
