import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { clearTimeout, performance, setTimeout } from "../../../contract/real-timers.ts";
import { packageFile } from "../../opening/package-files.ts";
import { closeThread } from "./close-thread.ts";

/** A log of fewer pages needs no checkpoint: SQLite itself calls a log of so many long. */
const LONG_LOG_PAGES = 1_000;
/** Between two looks at the log, which take some microseconds. */
const LOOK_INTERVAL_MS = 20;
/** Longest time that a write waits for a checkpoint to catch up, for each {@link LONG_LOG_PAGES} of the log. */
const MAX_HOLD_MS = 50;
/** The file is cut to so many bytes when the log begins anew: one that a large transaction made long does not stay so. */
const MAX_KEPT_BYTES = 16 * 1024 ** 2;
/** Pages after which a commit makes the checkpoint after all: the thread does not keep up, or a reader holds it up. */
const LAST_RESORT_PAGES = 25_000;
/** As SQLite does it, where there is no thread. */
const USUAL_PAGES = 1_000;

const THREAD = packageFile(import.meta.url, "./checkpoint.worker.ts", "./checkpoint.worker.js");

/** What SQLite tells of the log: pages in it, and how many of them are in the database file too. */
export interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Checkpoints of the write-ahead log, in a thread. SQLite would make them within a commit, and so in the event loop, which would stand
 * still for as long as the disk takes: 100 ms are usual.
 *
 * SQLite begins the log anew when a write finds all of it in the database file. Beside steady writers a checkpoint never
 * gets there: while it copies, they append. So the thread first copies what there is beside them, and then they wait, without
 * standing still, for the few pages that came meanwhile ({@link catchUp}).
 */
export class Checkpoints {
  readonly #database: Database.Database;
  readonly #file: string;
  readonly #program: string | URL | undefined;
  #thread: Worker | undefined;
  #state: Database.Statement<[], LogState> | undefined;
  #failed = false;
  #lookedAt = -Infinity;
  /** The log at the last look, and the length at which the next checkpoint is due. */
  #last: LogState = { log: 0, checkpointed: 0 };
  #due = LONG_LOG_PAGES;
  /** The checkpoint that is being made. */
  #pass: PromiseWithResolvers<void> | undefined;
  #behind = false;

  /** @param database the writing handle */
  constructor(database: Database.Database, file: string, program: string | URL | undefined = THREAD) {
    this.#database = database;
    this.#file = file;
    this.#program = program;
    database.pragma(`wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
    database.pragma(`journal_size_limit = ${MAX_KEPT_BYTES}`);
  }

  /** Something was committed: the log may be long now. */
  committed(): void {
    const now = performance.now();
    if (this.#pass !== undefined || this.#failed || now - this.#lookedAt < LOOK_INTERVAL_MS) return;
    this.#lookedAt = now;
    const { log } = this.#look();
    if (log < this.#due) return;
    // Where a reader keeps the log from beginning anew, it is tried again when there is as much to copy again.
    this.#due = log + LONG_LOG_PAGES;
    void this.#checkpoint();
  }

  /** True when a write should wait for {@link catchUp} before it begins. */
  get behind(): boolean {
    return this.#behind;
  }

  /**
   * Copies what was appended during the last checkpoint, while no write of this process appends more. Takes a bounded time, and never
   * fails.
   */
  async catchUp(): Promise<void> {
    this.#behind = false;
    if (this.#failed) return;
    const passed = this.#pass?.promise ?? this.#checkpoint();
    let timer: NodeJS.Timeout | undefined;
    const maxMs = MAX_HOLD_MS * Math.max(1, this.#last.log / LONG_LOG_PAGES);
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxMs)));
    await Promise.race([passed, late]);
    clearTimeout(timer);
    // Nobody appended meanwhile; what is behind now is behind because of another process, or a slow disk.
    this.#behind = false;
  }

  /** Before the writing handle is closed: the last handle to go folds the log into the database file. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#failed = true;
    this.#pass?.resolve();
    if (thread !== undefined) await closeThread(thread);
  }

  /** How long the log is, without a checkpoint. */
  #look(): LogState {
    try {
      this.#state ??= this.#database.prepare<[], LogState>("pragma wal_checkpoint(NOOP)");
      const state = this.#state.get() as LogState;
      // It began anew: nothing else makes either number smaller.
      if (state.log < this.#last.log || state.checkpointed < this.#last.checkpointed) this.#due = LONG_LOG_PAGES;
      return (this.#last = state);
    } catch {
      // Somebody else has the file for themselves: there is another look soon.
      return { log: 0, checkpointed: 0 };
    }
  }

  /** Resolves when the thread has copied what it could. */
  async #checkpoint(): Promise<void> {
    const pass = (this.#pass = Promise.withResolvers<void>());
    try {
      this.#thread ??= this.#start();
    } catch {
      // A process may not be allowed to have threads, and a bundle has no file of them.
      return this.#doWithout();
    }
    this.#thread.postMessage("checkpoint");
    await pass.promise;
  }

  #passed(): void {
    this.#pass?.resolve();
    this.#pass = undefined;
    if (this.#failed || !this.#database.open || this.#database.inTransaction) {
      this.#behind = !this.#failed;
      return;
    }
    const { log, checkpointed } = this.#look();
    this.#behind = log > checkpointed;
  }

  #start(): Worker {
    if (this.#program === undefined) throw new Error("a bundle has no file of the thread");
    const thread = new Worker(this.#program, { workerData: this.#file });
    thread.unref();
    thread.on("message", () => this.#passed());
    // A file that cannot be opened twice.
    thread.on("error", () => this.#doWithout());
    return thread;
  }

  /** Commits make the checkpoints, as they would have. */
  #doWithout(): void {
    this.#failed = true;
    this.#thread = undefined;
    this.#pass?.resolve();
    if (this.#database.open) this.#database.pragma(`wal_autocheckpoint = ${USUAL_PAGES}`);
  }
}
