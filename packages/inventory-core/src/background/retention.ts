import { z } from "zod";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { type OldRows, purgeOld } from "./purge-old.ts";
import { RepeatedTask } from "./repeated-task.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;
const POLL_INTERVAL_MS = 3_600_000;

/** Schema of days that records are kept. */
export const RetentionDays = z
  .int({ error: "must be a whole number" })
  .min(0, { error: "must be at least 0, which keeps them for ever" })
  .max(MAX_DAYS, { error: `must be at most ${MAX_DAYS}` });

/** Deletes records of a kind that are older than some days, every hour. */
export class Retention {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #kinds: readonly OldRows[];
  readonly #days: number;
  readonly #first: ((before: string, signal: AbortSignal) => Promise<void>) | undefined;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();

  /**
   * @param what they are, for the log: `conflicts`
   * @param kinds in the order in which they are deleted
   * @param days 0 keeps all for ever
   * @param first is done before they are deleted
   */
  constructor(
    storage: OpenStorage,
    writes: WritePath,
    clock: Clock,
    logger: Logger,
    {
      what,
      kinds,
      days,
      first,
    }: {
      readonly what: string;
      readonly kinds: readonly OldRows[];
      readonly days: number;
      readonly first?: (before: string, signal: AbortSignal) => Promise<void>;
    },
  ) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#kinds = kinds;
    this.#days = days;
    this.#first = first;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, `old ${what} could not be deleted`, async () => await this.purge());
  }

  start(): void {
    if (this.#days > 0) this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#task.stop();
  }

  /** Deletes what is older than the retention, with an audit row for each kind of record. */
  async purge(): Promise<void> {
    const before = new Date(this.#clock.now() - this.#days * DAY_MS).toISOString();
    await this.#first?.(before, this.#stopped.signal);
    for (const kind of this.#kinds) await purgeOld(this.#storage, this.#writes, kind, before, this.#stopped.signal);
  }
}
