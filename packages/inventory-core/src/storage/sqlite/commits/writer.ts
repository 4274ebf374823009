import { setTimeout as delay } from "node:timers/promises";
import { performance } from "../../../contract/real-timers.ts";
import { isTurnOver, turnUnderLock } from "../../../background/loop-turn.ts";
import type Database from "better-sqlite3";
import type { Clock } from "../../../contract/clock.ts";
import type { WriteOptions } from "../../../contract/storage/storage.ts";
import { CallerTurns } from "../../writers/caller-turns.ts";
import { busy } from "../../writers/write-limits.ts";
import { isBusy } from "../sqlite-failures.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { LogSync } from "./log-sync.ts";

/** Most pieces of work that share one commit. */
const MAX_TOGETHER = 64;
/** Milliseconds after which nothing more joins a commit: those that share it wait for it, and other processes for the lock. */
const MAX_TOGETHER_MS = 10;
/** Commits that SQLite syncs itself, in the event loop, before a thread does: a command that makes a few changes starts none. */
export const COMMITS_WITHOUT_THREAD = 100;

/** Retry interval in milliseconds for a lock of another process. SQLite has no lock queue: a longer interval starves. */
const MAX_LOOK_MS = 2;

/** Interval in milliseconds at which expired waits are refused. */
const LOOK_MS = 100;

/** Work that waits for its turn, or for the commit. */
interface Waiting {
  readonly caller: string;
  /** Whether it never shares a commit. */
  readonly alone: boolean;
  readonly asked: number;
  /** End of the wait by the clock of the inventory. */
  readonly until: number;
  /** End of the wait in real time, for locks of other processes. */
  readonly realUntil: number;
  readonly outlives: "power" | "process";
  readonly run: () => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Work that failed in a shared transaction. */
interface Refused {
  readonly work: Waiting;
  readonly error: unknown;
}

/** What brings commits to the disk, and from the log into the database file. */
export interface Disk {
  readonly checkpoints: Checkpoints;
  readonly log: LogSync;
}

/** Dependencies of a writer. */
export interface WriterParts {
  readonly clock: Clock;
  /** Called for each retry of a lock. */
  readonly onRetry: () => void;
  /** Undefined for a database that is only read. */
  readonly disk: Disk | undefined;
}

/**
 * The writing handle. Callers take turns by time. Waiting work joins the open transaction unless it is long, so that several share a
 * commit and its fsync. Each has its own savepoint, and is acknowledged after the commit and the fsync.
 */
export class Writer {
  readonly database: Database.Database;
  readonly #beginImmediate: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #clock: Clock;
  readonly #onRetry: () => void;
  readonly #queue = new CallerTurns<Waiting>();
  /** Start of the running work. */
  #since: number | undefined;
  /** Stops the check for expired waits. */
  #watching: AbortController | undefined;
  readonly #disk: Disk | undefined;
  /** Hears of each commit, before those whose work it has do. */
  onCommit: () => void = () => {};
  #draining = false;
  /** Whether SQLite syncs the commit; said to the handle before its first transaction. */
  #synced: boolean | undefined;
  #syncedCommits = 0;

  constructor(database: Database.Database, { clock, onRetry, disk }: WriterParts) {
    this.database = database;
    this.#beginImmediate = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#clock = clock;
    this.#onRetry = onRetry;
    this.#disk = disk;
  }

  /**
   * Runs `work` under the write lock and commits; takes back what it did when it throws. A transaction that takes the
   * lock when it begins never fails half-way because another process wrote: the only wait is for BEGIN IMMEDIATE, and it
   * does not block the event loop.
   * @throws BUSY when it waited for too long, the reason of the signal
   */
  async transaction<T>(work: () => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { outlives = "power", caller = "", alone = false, waitMs = Infinity, signal, onHeld } = options;
    const asked = this.#clock.now();
    return await new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#queue.add({
        caller,
        alone,
        asked,
        until: asked + waitMs,
        realUntil: performance.now() + waitMs,
        outlives,
        run: async () => {
          signal?.throwIfAborted();
          const began = performance.now();
          try {
            result = { value: await work() };
          } finally {
            onHeld?.(performance.now() - began);
          }
        },
        done: () => resolve((result as { value: T }).value),
        failed: reject,
      });
      if (this.#draining) this.#watch();
      else void this.#drain();
    });
  }

  /** Refuses expired waits until the queue is empty. */
  #watch(): void {
    if (this.#watching !== undefined) return;
    const { signal } = (this.#watching = new AbortController());
    const look = async (): Promise<void> => {
      for (;;) {
        const now = this.#clock.now();
        for (const { asked, failed } of this.#queue.takeIf(({ until }) => until <= now)) failed(this.#busy(now - asked));
        await this.#clock.sleep(LOOK_MS, signal);
      }
    };
    // Rejects when it is stopped.
    look().catch(() => {});
  }

  #busy(waitedMs: number, cause?: unknown): Error {
    return busy(waitedMs, this.#since === undefined ? 0 : this.#clock.now() - this.#since, cause);
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    if (isTurnOver()) await turnUnderLock();
    while (this.#queue.size > 0) {
      await this.#commitSome();
      // Who was just answered may ask again and share the next commit.
      if (this.#queue.size > 0) await turnUnderLock();
    }
    this.#draining = false;
    this.#watching?.abort();
    this.#watching = undefined;
  }

  async #commitSome(): Promise<void> {
    if (this.#disk?.checkpoints.behind === true) await this.#disk.checkpoints.catchUp();
    if (!(await this.#begin())) return;
    const written: Waiting[] = [];
    const refused: Refused[] = [];
    const begunAt = performance.now();
    try {
      for (let one = this.#queue.take(); one !== undefined; one = this.#queue.take()) {
        await this.#runOne(one, written, refused);
        if (one.alone || written.length === 0 || !this.#mayJoin()) break;
        if (written.length >= MAX_TOGETHER || performance.now() - begunAt >= MAX_TOGETHER_MS) break;
      }
      if (written.length > 0) this.#commit.run();
      this.onCommit();
      for (const { work, error } of refused) work.failed(error);
      this.#acknowledge(written);
      this.#disk?.checkpoints.committed();
    } catch (error) {
      // The commit failed: nothing of it is there.
      for (const { failed } of [...written, ...refused.map(({ work }) => work)]) failed(error);
    } finally {
      if (this.database.inTransaction) this.database.exec("rollback");
    }
  }

  /** Tells those whose work is committed, as soon as it outlives what it has to. Nothing that comes after waits for it. */
  #acknowledge(written: readonly Waiting[]): void {
    if (this.#synced === true) this.#syncedCommits += 1;
    const waits = this.#synced === true ? [] : written.filter(({ outlives }) => outlives === "power");
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
    const { next } = this.#queue;
    if (next === undefined || next.alone) return false;
    return this.#synced === true || this.#hasThread || next.outlives === "process";
  }

  /** Which commits SQLite syncs is said before the transaction. */
  #sync(outlivesPower: boolean): void {
    const synced = outlivesPower && !this.#hasThread;
    if (synced !== this.#synced) this.database.pragma(`synchronous = ${synced ? "FULL" : "NORMAL"}`);
    this.#synced = synced;
  }

  /** @returns false when nobody waits any more: the lock was not to be had, and those who waited for it have been told */
  async #begin(): Promise<boolean> {
    for (let delayMs = 1; this.#queue.size > 0; delayMs = MAX_LOOK_MS) {
      try {
        this.#sync(this.#queue.next?.outlives === "power");
        this.#beginImmediate.run();
        return true;
      } catch (error) {
        if (!isBusy(error)) {
          for (const { failed } of this.#queue.takeIf(() => true)) failed(error);
          return false;
        }
        const [now, realNow] = [this.#clock.now(), performance.now()];
        const isLate = ({ until, realUntil }: Waiting): boolean => until <= now || realUntil <= realNow;
        for (const { until, asked, failed } of this.#queue.takeIf(isLate)) failed(this.#busy(until - asked, error));
        this.#onRetry();
        await delay(delayMs * (0.5 + Math.random()));
      }
    }
    return false;
  }

  /**
   * Runs one piece of work. When it fails, earlier writes of the transaction stay, and its error is sent after their commit: it may depend
   * on them, and readers do not see them yet.
   */
  async #runOne(work: Waiting, written: Waiting[], refused: Refused[]): Promise<void> {
    // The first needs no savepoint, which costs more than it looks: when it fails, there is nothing else to keep.
    const amongOthers = written.length > 0;
    this.#since = this.#clock.now();
    const began = performance.now();
    try {
      if (amongOthers) this.database.exec("savepoint work");
      await work.run();
      if (amongOthers) this.database.exec("release work");
      written.push(work);
    } catch (error) {
      if (!this.database.inTransaction) {
        // SQLite rolls everything back by itself on some failures (a full disk): then it is gone for all of them.
        for (const { failed } of [work, ...written.splice(0), ...refused.splice(0).map((one) => one.work)]) failed(error);
      } else if (amongOthers) {
        this.database.exec("rollback to work; release work");
        refused.push({ work, error });
      } else work.failed(error);
    } finally {
      this.#queue.count(work.caller, performance.now() - began);
      this.#since = undefined;
    }
  }
}
