import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";
import { queueMicrotask } from "../contract/real-timers.ts";
import { TurnQueue } from "./turn-queue.ts";
import type { WorkAccount } from "./work-account.ts";

const nextTick = process.nextTick.bind(process);

const meters = new AsyncLocalStorage<WorkMeter>();

let turns = 0;
let counting = false;

function countTurn(): void {
  counting = false;
  turns += 1;
}

/** Called in a microtask: what it leaves for the next tick comes when all promises of this turn have been seen to. */
const atItsEnd = (): void => nextTick(countTurn);

/** Number of the turn that runs: one callback of the event loop, with all that follows from it before the next one. */
function currentTurn(): number {
  if (!counting) {
    counting = true;
    queueMicrotask(atItsEnd);
  }
  return turns;
}

/** Milliseconds that the event loop of this process has had nothing to do. */
const idleMs = (): number => performance.eventLoopUtilization().idle;

/**
 * Measures what one call costs the process and its database, and not how long it waits for others: work between two
 * {@link WorkMeter.touch marks} counts when it was done in one turn of the event loop, and the answer of a database counts
 * with the time in which the process had nothing else to do.
 */
export class WorkMeter {
  #ms = 0;
  #since = performance.now();
  #turn = currentTurn();
  /** Account of the caller, which is charged as well; undefined for the program itself. */
  readonly account: WorkAccount | undefined;
  /** Aborts when nobody waits for the call any more. */
  readonly signal: AbortSignal | undefined;

  /** @param account of the caller, who is charged as well @param signal when nobody waits for the call any more */
  constructor(account?: WorkAccount, signal?: AbortSignal) {
    this.account = account;
    this.signal = signal;
  }

  /** Milliseconds so far. */
  get ms(): number {
    return this.#ms;
  }

  /** Marks that the call is at work now: what it did since the last mark counts, unless the event loop went on meanwhile. */
  touch(): void {
    const now = performance.now();
    const inTurn = currentTurn();
    if (inTurn === this.#turn) this.#charge(now - this.#since);
    this.#since = now;
    this.#turn = inTurn;
  }

  /** Goes on after a time that is none of the call's. */
  resume(): void {
    this.#since = performance.now();
    this.#turn = currentTurn();
  }

  /** Does work in whose course {@link workMeter} gives this meter. @returns what it returns, be it a promise */
  measure<Result>(work: () => Result): Result {
    return meters.run(this, work);
  }

  /** Waits for an answer of the database, on a connection that the call has already. */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    this.touch();
    const before = idleMs();
    const sent = this.#since;
    try {
      return await ask();
    } finally {
      this.touch();
      this.account?.answered(this.#since - sent);
      this.#charge(Math.max(0, idleMs() - before));
    }
  }

  #charge(ms: number): void {
    this.#ms += ms;
    this.account?.charge(ms);
  }
}

/** The meter of the call in whose course this is asked; undefined for what nobody measures. */
export function workMeter(): WorkMeter | undefined {
  return meters.getStore();
}

/** Does work without a pause (a statement of SQLite, which works in this process): what it takes is that of the call. */
export function measured<T>(work: () => T): T {
  const meter = workMeter();
  if (meter === undefined) return work();
  meter.touch();
  try {
    return work();
  } finally {
    meter.touch();
  }
}

const queue = new TurnQueue();

/**
 * Lets others have a turn in the midst of a long computation, and goes on measuring after it. Of those who wait, the one whose
 * caller has used least goes on first ({@link TurnQueue}).
 */
export async function nextTurn(): Promise<void> {
  const meter = workMeter();
  meter?.touch();
  await queue.wait({ account: meter?.account, ms: meter?.ms ?? 0 });
  meter?.touch();
}

/** Whether a call may begin in this turn of the event loop. When the turn was used, or others wait, {@link nextTurn} says when. */
export function hasTurn(): boolean {
  return queue.isFree;
}
