import { isTurnOver, turnUnderLock } from "../../../background/loop-turn.ts";
import type Database from "better-sqlite3";
import type { WriteOptions } from "../../../contract/storage/storage.ts";
import { type RetryPolicy, retryTransient } from "../../opening/retry.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { LogSync } from "./log-sync.ts";

/** Most pieces of work that share one commit. */
const MAX_TOGETHER = 64;
/** Milliseconds after which nothing more joins a commit: those that share it wait for it, and other processes for the lock. */
const MAX_TOGETHER_MS = 10;
/** Commits that SQLite syncs itself, in the event loop, before a thread does: a command that makes a few changes starts none. */
export const COMMITS_WITHOUT_THREAD = 100;

/** Work that waits for its turn, or for the commit. */
interface Waiting {
  readonly outlives: "power" | "process";
  readonly run: () => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** What brings commits to the disk, and from the log into the database file. */
export interface Disk {
  readonly checkpoints: Checkpoints;
  readonly log: LogSync;
}

/**
 * The writing handle. Work is done in the order of asking; what waits when another piece of work is done joins its
 * transaction, so that they share the commit and its sync to the disk. Each has a savepoint of its own, and is
 * acknowledged after the commit and the sync.
 */
export class Writer {
  readonly database: Database.Database;
  readonly #retry: RetryPolicy;
  readonly #queue: Waiting[] = [];
  readonly #disk: Disk | undefined;
  /** Hears of each commit, before those whose work it has do. */
  onCommit: () => void = () => {};
  #draining = false;
  /** Whether SQLite syncs the commit; said to the handle before its first transaction. */
  #synced: boolean | undefined;
  #syncedCommits = 0;

  /** @param disk undefined where no commit waits for the disk, and SQLite makes its checkpoints itself */
  constructor(database: Database.Database, retry: RetryPolicy, disk: Disk | undefined) {
    this.database = database;
    this.#retry = retry;
    this.#disk = disk;
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
    if (this.#disk?.checkpoints.behind === true) await this.#disk.checkpoints.catchUp();
    if (!(await this.#begin())) return;
    const written: Waiting[] = [];
    const begunAt = performance.now();
    try {
      do {
        await this.#runOne(this.#queue.shift() as Waiting, written);
      } while (written.length > 0 && this.#mayJoin() && written.length < MAX_TOGETHER && performance.now() - begunAt < MAX_TOGETHER_MS);
      if (written.length > 0) this.database.exec("commit");
      this.onCommit();
      this.#acknowledge(written);
      this.#disk?.checkpoints.committed();
    } catch (error) {
      // The commit failed: nothing of it is there.
      for (const { failed } of written) failed(error);
    } finally {
      if (this.database.inTransaction) this.database.exec("rollback");
    }
  }

  /** Tells those whose work is committed, as soon as it outlives what it has to. Nothing that comes after waits for it. */
  #acknowledge(written: readonly Waiting[]): void {
    if (this.#synced === true) this.#syncedCommits += 1;
    const isSynced = this.#disk === undefined || this.#synced === true;
    const waits = isSynced ? [] : written.filter(({ outlives }) => outlives === "power");
    for (const one of written) if (!waits.includes(one)) one.done();
    if (waits.length === 0) return;
    this.#disk?.log.synced().then(
      () => waits.forEach(({ done }) => done()),
      (error: unknown) => waits.forEach(({ failed }) => failed(error)),
    );
  }

  get #hasThread(): boolean {
    return this.#disk?.log.works === true && this.#syncedCommits >= COMMITS_WITHOUT_THREAD;
  }

  /** A commit that SQLite does not sync is none for what has to outlive the power, unless the thread syncs it. */
  #mayJoin(): boolean {
    const [next] = this.#queue;
    return next !== undefined && (this.#disk === undefined || this.#synced === true || this.#hasThread || next.outlives === "process");
  }

  /** Which commits SQLite syncs is said before the transaction. */
  #sync(outlivesPower: boolean): void {
    if (this.#disk === undefined) return;
    const synced = outlivesPower && !this.#hasThread;
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
