import type Database from "better-sqlite3";
import { type RetryPolicy, retryTransient } from "../retry.ts";
import type { OuterTransaction } from "./outer-dialect.ts";

/** The writing handle: one transaction at a time, in the order of asking. */
export class Writer {
  readonly database: Database.Database;
  readonly outer: OuterTransaction = { open: false };
  readonly #retry: RetryPolicy;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database.Database, retry: RetryPolicy) {
    this.database = database;
    this.#retry = retry;
  }

  /**
   * Takes the write lock, runs `work`, commits; rolls back when it throws. A transaction that takes the lock when it
   * begins never fails half-way because another process wrote: the only wait is for BEGIN IMMEDIATE, and it does not
   * block the event loop.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => await this.#run(work));
    this.#last = turn.catch(() => {});
    return await turn;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    await retryTransient(this.#retry, async () => void this.database.exec("begin immediate"));
    this.outer.open = true;
    try {
      const result = await work();
      this.database.exec("commit");
      return result;
    } finally {
      this.outer.open = false;
      // SQLite rolls back by itself on some failures (a full disk), and then there is nothing left to roll back.
      if (this.database.inTransaction) this.database.exec("rollback");
    }
  }
}
