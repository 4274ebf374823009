import { performance } from "../contract/real-timers.ts";

/** After so long, half of what was used counts. */
const HALF_LIFE_MS = 200;

/** Milliseconds of an answer of the database that holds a connection for so short a time that others do not notice. */
const QUICK_MS = 10;

/** So many quick answers, one after the other, make a caller one whose statements are short. */
const QUICK_ANSWERS = 16;

/** What one caller has used of the process lately, in milliseconds: it fades, so that nobody pays for yesterday. */
export class WorkAccount {
  /** The name that the caller is counted under. */
  readonly caller: string;
  /** The account of several callers who take turns as one; undefined for a caller who takes turns alone. */
  readonly group: WorkAccount | undefined;
  #ms = 0;
  #at = performance.now();
  #quickAnswers = 0;

  constructor(caller: string, group?: WorkAccount) {
    this.caller = caller;
    this.group = group;
  }

  /** @param now of `performance`: those that are compared are asked about one time */
  recentMs(now: number): number {
    return this.#ms === 0 ? 0 : this.#ms * 2 ** ((this.#at - now) / HALF_LIFE_MS);
  }

  /**
   * Adds work that was done.
   * @param ms milliseconds
   */
  charge(ms: number): void {
    const now = performance.now();
    this.#ms = this.recentMs(now) + ms;
    this.#at = now;
    this.group?.charge(ms);
  }

  /** The database has answered a statement. @param ms from its sending on */
  answered(ms: number): void {
    this.#quickAnswers = ms < QUICK_MS ? this.#quickAnswers + 1 : 0;
  }

  /** Whether all its statements have been short lately. */
  get isQuick(): boolean {
    return this.#quickAnswers >= QUICK_ANSWERS;
  }
}
