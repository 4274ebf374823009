import type { EnginePair } from "./engine-pair.ts";

export interface BudgetOptions {
  /** What the trial is called in its reports. */
  readonly name: string;
  readonly operations: number;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number | undefined;
  /** Requests after each of which one of the two processes is killed, in turn; 10,000, or half of them, unless set. */
  readonly killEvery?: number | undefined;
  /** False: nothing is killed. */
  readonly kill?: boolean | undefined;
  readonly report: (line: string) => void;
}

const KILL_EVERY = 10_000;

/** The requests that clients of a trial share. As they take them, the processes of a pair are killed in turn, and started again. */
export class RequestBudget {
  readonly #pair: EnginePair;
  readonly #options: BudgetOptions;
  readonly #every: number;
  readonly #began = Date.now();
  #taken = 0;
  #kills = 0;
  #killing: Promise<void> = Promise.resolve();

  constructor(pair: EnginePair, options: BudgetOptions) {
    this.#pair = pair;
    this.#options = options;
    this.#every = Math.min(options.killEvery ?? KILL_EVERY, Math.max(1, Math.floor(options.operations / 2)));
  }

  get kills(): number {
    return this.#kills;
  }

  get seconds(): number {
    return (Date.now() - this.#began) / 1000;
  }

  /** Takes one of the requests that are still to be made; false when there are none. */
  take(): boolean {
    const { name, operations, minutes = Infinity, kill = true, report } = this.#options;
    if (this.#taken >= operations || this.seconds > minutes * 60) return false;
    this.#taken += 1;
    if (this.#taken % this.#every === 0 && this.#taken < operations) {
      report(`${name}: ${this.#taken} of ${operations} requests, ${Math.round(this.seconds)} s`);
      if (kill) this.#killing = this.#killing.then(async () => await this.#killOne());
    }
    return true;
  }

  /** @returns when both processes are there again */
  async settled(): Promise<void> {
    await this.#killing;
  }

  /** The two take turns, and clients come back to the one that was killed. */
  async #killOne(): Promise<void> {
    const index = this.#kills % 2;
    this.#kills += 1;
    await this.#pair.kill(index);
    await this.#pair.restart(index);
  }
}
