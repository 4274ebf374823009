import type { Clock } from "../contract/clock.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";

/**
 * Fewest rows of a page of short rows: they are read even after {@link PAGE_MS} (beside a list of 100,000, p99 of other requests was
 * 4× with 50, 5× with 100, 7× with 200).
 */
export const MIN_PAGE_ROWS = 50;

/** Rows that a page has at most: as many as cost little. */
export const MAX_PAGE_ROWS = 200;

/** Milliseconds after which a page has rows enough. */
export const PAGE_MS = 0.1;

/** Bytes that a number or null counts as. */
const VALUE_SIZE = 8;

/** About how many bytes a row has. */
export function sizeOf(row: object): number {
  let size = 0;
  for (const value of Object.values(row)) size += typeof value === "string" ? value.length : VALUE_SIZE;
  return size;
}

/** Longest time a list may take: its snapshot keeps old data from being cleaned up. */
const MAX_LIST_MS = 60_000;

/** Watches how long one list takes. */
export class ListClock {
  readonly #clock: Clock;
  readonly #deadline: number;

  constructor(clock: Clock, maxMs: number = MAX_LIST_MS) {
    this.#clock = clock;
    this.#deadline = clock.now() + maxMs;
  }

  /** @throws UNAVAILABLE when the time is up */
  check(): void {
    if (this.#clock.now() > this.#deadline)
      throw coreErrors.UNAVAILABLE({ reason: "the list took too long to read" }, { retryAfterSeconds: 1 });
  }
}
