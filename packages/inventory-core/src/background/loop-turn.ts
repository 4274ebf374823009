import { setImmediate as turnOfOthers } from "node:timers/promises";
import { performance, setImmediate } from "../contract/real-timers.ts";

/** Milliseconds that computations may follow each other without a turn for timers and sockets. */
const MAX_STANDSTILL_MS = 1;

/** When the first computation of this turn of the event loop began. */
let since: number | undefined;

/**
 * Whether computations have gone on for too long in this turn of the event loop; asked before each. Statements of SQLite and
 * requests that came together never leave it by themselves.
 */
export function isTurnOver(): boolean {
  if (since !== undefined) return performance.now() - since > MAX_STANDSTILL_MS;
  beginTurn();
  return false;
}

/** Whoever goes on now has the time of a whole turn. */
export function beginTurn(): void {
  if (since === undefined) setImmediate(() => (since = undefined));
  since = performance.now();
}

/** Lets others have a turn. Whoever holds a lock goes on right after it, and stands in no queue. */
export async function turnUnderLock(): Promise<void> {
  await turnOfOthers();
  beginTurn();
}
