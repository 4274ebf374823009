import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type Database from "better-sqlite3";
import type { WriteOptions } from "../../contract/storage/storage.ts";
import { type RetryPolicy, retryTransient } from "../opening/retry.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { OuterTransaction } from "./outer-dialect.ts";

/** Most pieces of work that share one commit. */
const MAX_TOGETHER = 64;
/** Milliseconds after which nothing more joins a commit: those that share it wait for it, and other processes for the lock. */
const MAX_TOGETHER_MS = 10;

/** Work that waits for its turn, or for the commit. */
interface Waiting {
  readonly outlives: "power" | "process";
  readonly run: () => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The writing handle. Work is done in the order of asking; what waits when another piece of work is done joins its
 * transaction, so that they share the commit and its sync to the disk. Each has a savepoint of its own, and is
 * acknowledged after the commit.
 */
export class Writer {
  readonly database: Database.Database;
  readonly outer: OuterTransaction = { open: false };
  readonly #retry: RetryPolicy;
  readonly #queue: Waiting[] = [];
  readonly #checkpoints: Checkpoints | undefined;
  /** Hears of each commit, before those whose work it has do. */
  onCommit: () => void = () => {};
  #draining = false;
  /** Which commits wait for the disk; said to the handle before its first transaction. */
  #synced: boolean | undefined;

  /** @param checkpoints undefined where no commit waits for the disk, and SQLite makes its checkpoints itself */
  constructor(database: Database.Database, retry: RetryPolicy, checkpoints: Checkpoints | undefined) {
    this.database = database;
    this.#retry = retry;
    this.#checkpoints = checkpoints;
  }

  /**
   * Runs `work` under the write lock and commits; takes back what it did when it throws. A transaction that takes the
   * lock when it begins never fails half-way because another process wrote: the only wait is for BEGIN IMMEDIATE, and it
   * does not block the event loop.
   */
  async transaction<T>(work: () => Promise<T>, { outlives = "power" }: WriteOptions = {}): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#queue.push({
        outlives,
        run: async () => void (result = { value: await work() }),
        done: () => resolve((result as { value: T }).value),
        failed: reject,
      });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    if (isTurnOver()) await turnUnderLock();
    while (this.#queue.length > 0) {
      await this.#commitSome();
      // Who was just answered may ask again and share the next commit.
      if (this.#queue.length > 0) await turnUnderLock();
    }
    this.#draining = false;
  }

  async #commitSome(): Promise<void> {
    if (this.#checkpoints?.behind === true) await this.#checkpoints.catchUp();
    if (!(await this.#begin())) return;
    const written: Waiting[] = [];
    const begunAt = performance.now();
    this.outer.open = true;
    try {
      do {
        await this.#runOne(this.#queue.shift() as Waiting, written);
      } while (written.length > 0 && this.#mayJoin() && written.length < MAX_TOGETHER && performance.now() - begunAt < MAX_TOGETHER_MS);
      if (written.length > 0) this.database.exec("commit");
      this.onCommit();
      for (const { done } of written) done();
      this.#checkpoints?.committed(this.#synced === true);
    } catch (error) {
      // The commit failed: nothing of it is there.
      for (const { failed } of written) failed(error);
    } finally {
      this.outer.open = false;
      if (this.database.inTransaction) this.database.exec("rollback");
    }
  }

  /** A commit that is not synced is none for what has to outlive the power. */
  #mayJoin(): boolean {
    const [next] = this.#queue;
    return next !== undefined && (this.#checkpoints === undefined || this.#synced === true || next.outlives === "process");
  }

  /** Which commits are synced is said before the transaction. */
  #sync(synced: boolean): void {
    if (this.#checkpoints === undefined) return;
    if (synced !== this.#synced) this.database.pragma(`synchronous = ${synced ? "FULL" : "NORMAL"}`);
    this.#synced = synced;
  }

  /** @returns false when the lock was not to be had; those who waited for it have been told */
  async #begin(): Promise<boolean> {
    try {
      await retryTransient(this.#retry, async () => {
        this.#sync(this.#queue.some(({ outlives }) => outlives === "power"));
        this.database.exec("begin immediate");
      });
      return true;
    } catch (error) {
      for (const { failed } of this.#queue.splice(0)) failed(error);
      return false;
    }
  }

  /** Runs one piece of work; when it fails, what others wrote before it stays. */
  async #runOne(work: Waiting, written: Waiting[]): Promise<void> {
    // The first needs no savepoint, which costs more than it looks: when it fails, there is nothing else to keep.
    const amongOthers = written.length > 0;
    try {
      if (amongOthers) this.database.exec("savepoint work");
      await work.run();
      if (amongOthers) this.database.exec("release work");
      written.push(work);
    } catch (error) {
      work.failed(error);
      // SQLite rolls everything back by itself on some failures (a full disk): then it is gone for all of them.
      if (!this.database.inTransaction) for (const { failed } of written.splice(0)) failed(error);
      else if (amongOthers) this.database.exec("rollback to work; release work");
    }
  }
}
