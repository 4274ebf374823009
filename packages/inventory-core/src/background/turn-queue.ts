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

/** Milliseconds by which a call of one of a group lets others go first, for each millisecond that the caller has used lately. */
const MEMBER_WEIGHT = 20;

interface Waiter {
  /** The account whose use is compared: that of the group of the caller, if the caller has one. */
  readonly account: WorkAccount | undefined;
  /** The account of the caller, if the caller is one of a group. */
  readonly member: WorkAccount | undefined;
  /** What the call has used and since when it waits are both times: their sum orders the calls of one caller. */
  readonly rank: number;
  readonly resume: () => void;
}

/**
 * Calls that wait for a turn of the event loop, so that many together hold up timers and sockets no longer than one does. The
 * caller who has used least lately goes first: however many calls another makes, whoever asks for little waits for one step of
 * them. Among the calls of one caller the shortest goes first, and who waits gains on the others. A group of callers counts as one
 * caller; in it, a caller who has used more lets others go first for a limited time, so that new ones never keep it waiting for ever.
 * What the process does by itself takes turns with all callers.
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
      const { group } = account ?? {};
      const member = group === undefined ? undefined : account;
      this.#waiting.push({ account: group ?? account, member, rank: ms + performance.now(), resume });
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
    const now = performance.now();
    if (this.#waiting.every((waiter) => waiter.account === account)) return this.#shortest(now);
    const known = new Map<WorkAccount, number>();
    const uses = this.#waiting.map(({ account }) => {
      if (account === undefined) return undefined;
      let use = known.get(account);
      if (use === undefined) known.set(account, (use = account.recentMs(now)));
      return use;
    });
    let first = 0;
    for (let at = 1; at < this.#waiting.length; at += 1) if (this.#isBefore(at, first, uses, now)) first = at;
    return first;
  }

  #shortest(now: number): number {
    let first = 0;
    let least = Infinity;
    for (const [at, waiter] of this.#waiting.entries()) {
      const rank = rankOf(waiter, now);
      if (rank >= least) continue;
      least = rank;
      first = at;
    }
    return first;
  }

  #isBefore(one: number, other: number, uses: readonly (number | undefined)[], now: number): boolean {
    const [use, otherUse] = [uses[one], uses[other]];
    if (use !== undefined && otherUse !== undefined && use !== otherUse) return use < otherUse;
    if ((use === undefined) !== (otherUse === undefined)) return (use === undefined) === this.#wasCaller;
    return rankOf(this.#waiting[one] as Waiter, now) < rankOf(this.#waiting[other] as Waiter, now);
  }
}

const rankOf = ({ rank, member }: Waiter, now: number): number => rank + MEMBER_WEIGHT * (member?.recentMs(now) ?? 0);
