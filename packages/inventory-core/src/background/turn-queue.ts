import { performance, setImmediate } from "../contract/real-timers.ts";
import { beginTurn, isTurnOver } from "./loop-turn.ts";
import type { WorkAccount } from "./work-account.ts";

/** Calls that go on in one turn of the event loop at most, if they are short. */
const MAX_IN_A_TURN = 8;

/** Who waits for a turn. */
export interface TurnTaker {
  /** Of the caller; undefined for what the process does by itself. */
  readonly account: WorkAccount | undefined;
  /** Milliseconds that this call has used so far. */
  readonly ms: number;
}

interface Waiter {
  readonly account: WorkAccount | undefined;
  /** What the call has used and since when it waits are both times: their difference orders the calls of one caller. */
  readonly rank: number;
  readonly resume: () => void;
}

/**
 * Calls that wait for a turn of the event loop, so that many together hold up timers and sockets no longer than one does. The
 * caller who has used least lately goes first: however many calls another makes, whoever asks for little waits for one step of
 * them. Among the calls of one caller the shortest goes first, and who waits gains on the others. What the process does by
 * itself takes turns with all callers.
 */
export class TurnQueue {
  readonly #waiting: Waiter[] = [];
  #scheduled = 0;
  #wasCaller = false;

  /** Whether a call that begins now would go before those who wait. */
  get isFree(): boolean {
    return this.#waiting.length === 0 && !isTurnOver();
  }

  async wait({ account, ms }: TurnTaker): Promise<void> {
    await new Promise<void>((resume) => {
      this.#waiting.push({ account, rank: ms + performance.now(), resume });
      if (this.#scheduled === 0) this.#schedule();
    });
  }

  #schedule(): void {
    const count = Math.min(this.#waiting.length, MAX_IN_A_TURN);
    for (let at = 0; at < count; at += 1) setImmediate(() => this.#turn(at === 0));
    this.#scheduled = count;
  }

  /** @param isFirst of this turn of the event loop: one goes on in each, however long the others were */
  #turn(isFirst: boolean): void {
    this.#scheduled -= 1;
    if (isFirst) beginTurn();
    if (isFirst || !isTurnOver()) this.#resumeNext();
    if (this.#scheduled === 0 && this.#waiting.length > 0) this.#schedule();
  }

  /** Whose turn it is. */
  #resumeNext(): void {
    if (this.#waiting.length === 0) return;
    this.#resume(this.#waiting.length === 1 ? 0 : this.#first());
  }

  #resume(at: number): void {
    const [chosen] = this.#waiting.splice(at, 1);
    this.#wasCaller = chosen?.account !== undefined;
    chosen?.resume();
  }

  #first(): number {
    const [{ account } = { account: undefined }] = this.#waiting;
    // Of one caller alone, as nearly always, no use is compared.
    if (this.#waiting.every((waiter) => waiter.account === account)) return this.#shortest();
    const now = performance.now();
    const known = new Map<WorkAccount, number>();
    const uses = this.#waiting.map(({ account }) => {
      if (account === undefined) return undefined;
      let use = known.get(account);
      if (use === undefined) known.set(account, (use = account.recentMs(now)));
      return use;
    });
    let first = 0;
    for (let at = 1; at < this.#waiting.length; at += 1) if (this.#isBefore(at, first, uses)) first = at;
    return first;
  }

  #shortest(): number {
    let first = 0;
    let least = Infinity;
    for (const [at, { rank }] of this.#waiting.entries()) {
      if (rank >= least) continue;
      least = rank;
      first = at;
    }
    return first;
  }

  #isBefore(one: number, other: number, uses: readonly (number | undefined)[]): boolean {
    const [use, otherUse] = [uses[one], uses[other]];
    if (use !== undefined && otherUse !== undefined && use !== otherUse) return use < otherUse;
    if ((use === undefined) !== (otherUse === undefined)) return (use === undefined) === this.#wasCaller;
    return (this.#waiting[one] as Waiter).rank < (this.#waiting[other] as Waiter).rank;
  }
}
