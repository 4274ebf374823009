import { closeSync, fdatasyncSync, openSync, realpathSync } from "node:fs";
import { open } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { packageFile } from "../../opening/package-files.ts";
import { closeThread } from "./close-thread.ts";

const THREAD = packageFile(import.meta.url, "./log-sync.worker.ts", "./log-sync.worker.js");

/** The disk did not take what was committed: it is there while the machine runs, and nobody knows about after. */
export class SyncFailed extends Error {}

/**
 * Brings what was committed without a sync to the disk, in a thread. SQLite would sync within the commit, and so in the event loop, which
 * would stand still for as long as the disk takes: milliseconds on most, tens of them on some. Several commits share a sync when they come
 * while the thread is at one.
 */
export class LogSync {
  readonly #file: string;
  readonly #program: string | URL | undefined;
  #thread: Worker | undefined;
  #works = true;
  /** What the thread is at, and what comes after it, which has all that is committed meanwhile. */
  #current: PromiseWithResolvers<void> | undefined;
  #next: PromiseWithResolvers<void> | undefined;

  constructor(file: string, program: string | URL | undefined = THREAD) {
    this.#file = file;
    this.#program = program;
  }

  /** False once the thread, or the disk, has failed: commits are synced by SQLite then. */
  get works(): boolean {
    return this.#works;
  }

  /**
   * Resolves when all that has been committed until now is on the disk.
   * @throws SyncFailed when the disk did not take it
   */
  async synced(): Promise<void> {
    if (!this.#works) return this.#syncHere();
    if (this.#current !== undefined) return await (this.#next ??= Promise.withResolvers<void>()).promise;
    const { promise } = (this.#current = Promise.withResolvers<void>());
    this.#begin();
    await promise;
  }

  /** Waits for what was asked for until now. @throws SyncFailed */
  async pending(): Promise<void> {
    await (this.#next ?? this.#current)?.promise;
  }

  /** As {@link synced}, for what other processes have committed. Starts no thread. @throws SyncFailed */
  async syncedOfOthers(): Promise<void> {
    if (this.#thread !== undefined) return await this.synced();
    const log = await open(this.#log, "r+");
    try {
      await log.datasync();
    } catch (error) {
      throw failure(error);
    } finally {
      await log.close();
    }
  }

  /** Waits for what the thread is at. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#current?.promise, this.#next?.promise]);
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) await closeThread(thread);
  }

  #begin(): void {
    try {
      this.#thread ??= this.#start();
    } catch {
      // A process may not be allowed to have threads, and a bundle has no file of them.
      return this.#doWithout();
    }
    // A process does not end while somebody waits for a commit.
    this.#thread.ref();
    this.#thread.postMessage("sync");
  }

  #start(): Worker {
    if (this.#program === undefined) throw new Error("a bundle has no file of the thread");
    const thread = new Worker(this.#program, { workerData: this.#log });
    thread.on("message", (error: Error | undefined) => this.#ended(error));
    thread.on("error", () => this.#doWithout());
    return thread;
  }

  /** What was committed is synced in the event loop, as later commits are. */
  #doWithout(): void {
    this.#works = false;
    this.#thread = undefined;
    for (const waiting of this.#taken()) {
      try {
        this.#syncHere();
        waiting.resolve();
      } catch (error) {
        waiting.reject(error);
      }
    }
  }

  #ended(error: Error | undefined): void {
    if (error !== undefined) {
      this.#works = false;
      for (const waiting of this.#taken()) waiting.reject(failure(error));
      return;
    }
    const done = this.#current;
    this.#current = this.#next;
    this.#next = undefined;
    if (this.#current === undefined) this.#thread?.unref();
    else this.#begin();
    done?.resolve();
  }

  #taken(): readonly PromiseWithResolvers<void>[] {
    const waiting = [this.#current, this.#next].filter((one) => one !== undefined);
    this.#current = undefined;
    this.#next = undefined;
    this.#thread?.unref();
    return waiting;
  }

  #syncHere(): void {
    const log = openSync(this.#log, "r+");
    try {
      fdatasyncSync(log);
    } catch (error) {
      throw failure(error);
    } finally {
      closeSync(log);
    }
  }

  /** SQLite keeps it beside the file that links lead to. */
  get #log(): string {
    return `${realpathSync(this.#file)}-wal`;
  }
}

const failure = (error: unknown): SyncFailed =>
  new SyncFailed(`the log of the database was not synced: ${(error as Error).message}`, { cause: error });
