import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";

/** A log that is shorter needs no checkpoint: what SQLite itself calls long (1,000 pages of 4 KiB). */
const LONG_LOG_BYTES = 4_096_000;
/** Between two looks at the log. */
const LOOK_EVERY_MS = 500;
/** Pages after which a commit makes the checkpoint after all: the thread does not keep up, or a reader holds it up. */
const LAST_RESORT_PAGES = 25_000;
/** As SQLite does it, where there is no thread. */
const USUAL_PAGES = 1_000;

const THREAD = new URL(`./checkpoint.worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

/**
 * Checkpoints of the write-ahead log, in a thread, which also brings to the disk what commits have not waited for. SQLite
 * would do both within a commit, and so in the event loop, which would stand still for as long as the disk takes: 100 ms
 * are usual for a checkpoint.
 */
export class Checkpoints {
  readonly #database: Database.Database;
  readonly #file: string;
  readonly #program: URL;
  #thread: Worker | undefined;
  #under = false;
  #failed = false;
  #lookedAt = -Infinity;

  /** @param database the writing handle */
  constructor(database: Database.Database, file: string, program: URL = THREAD) {
    this.#database = database;
    this.#file = file;
    this.#program = program;
    database.pragma(`wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  }

  /**
   * Something was committed: the log may be long now.
   * @param synced whether it is on the disk; otherwise the next commit that is synced would have to wait for it too
   */
  committed(synced: boolean): void {
    if (!synced && !this.#failed) this.#thread?.postMessage("sync");
    const now = performance.now();
    if (this.#under || this.#failed || now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    // The file stays as long as it once was: from then on there is a thread, and a look of its at a short log costs nothing.
    if ((statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0) < LONG_LOG_BYTES) return;
    this.#under = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage("checkpoint");
  }

  /** Before the writing handle is closed: the last handle to go folds the log into the database file. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#failed = true;
    if (thread === undefined) return;
    // It keeps no process alive while there may be nothing to do, but now it is waited for.
    thread.ref();
    await new Promise<unknown>((resolve) => {
      // Also when it fails meanwhile, which its other listener deals with.
      thread.once("exit", resolve);
      thread.postMessage("close");
    });
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { workerData: this.#file });
    thread.unref();
    thread.on("message", () => (this.#under = false));
    // A bundle without the thread's file, or a file that cannot be opened twice: commits make the checkpoints, as they would have.
    thread.on("error", () => {
      this.#failed = true;
      this.#thread = undefined;
      if (this.#database.open) this.#database.pragma(`wal_autocheckpoint = ${USUAL_PAGES}`);
    });
    return thread;
  }
}
