import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import { clearInterval, performance, setInterval } from "../../contract/real-timers.ts";
import { LEASE_MS, type Progress, type SubscriptionRows } from "./subscription-rows.ts";

const TICK_MS = 1_000;
/** Between two tries to store progress while the database is away. */
const STORE_AGAIN_MS = 500;

/** The lease of a name in the process that holds it: extends it, stores progress, and aborts its signal when it is lost. */
export class HeldLease {
  readonly #rows: SubscriptionRows;
  readonly #logger: Logger;
  readonly #name: string;
  readonly #token: string;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #progress: Progress;
  /** Time before the last write that extended it: the database counts from a later one. */
  #extendedAt: number;
  #writing: Promise<boolean | Error> | undefined;
  #isTaken = false;

  /** @param acquired what taking the lease returned */
  constructor(
    rows: SubscriptionRows,
    logger: Logger,
    name: string,
    token: string,
    { cursor, since }: { readonly cursor: string; readonly since: number },
  ) {
    this.#rows = rows;
    this.#logger = logger;
    this.#name = name;
    this.#token = token;
    this.#progress = { cursor, failures: 0, error: "" };
    this.#extendedAt = since;
    // The timer keeps the process running: a program that does nothing else waits for events.
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  /** Aborts when the lease is lost, and by {@link abort}. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get cursor(): string {
    return this.#progress.cursor;
  }

  abort(reason: Error): void {
    this.#ending.abort(reason);
  }

  /** Goes on after events that the handler does not get; stored with the next write. */
  pass(cursor: string): void {
    this.#progress = { ...this.#progress, cursor };
  }

  /** Stores that the events before a cursor are done. @returns false when the lease is lost, or the database is away at the end */
  async moveTo(cursor: string): Promise<boolean> {
    return await this.#save({ cursor, failures: 0, error: "" });
  }

  /** Stores a failed call. @returns as {@link moveTo} */
  async fail(failures: number, error: string): Promise<boolean> {
    return await this.#save({ ...this.#progress, failures, error });
  }

  /** Ends it. The name is free for the next process, unless one has it already. */
  async release(error?: string): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    if (this.#isTaken) return;
    if (error !== undefined) this.#progress = { ...this.#progress, error };
    try {
      await this.#rows.release(this.#name, this.#token, this.#progress);
    } catch (failure) {
      this.#logger.warn("a subscription could not be released: its lease has to expire", {
        subscription: this.#name,
        error: messageOf(failure),
      });
    }
  }

  /** Ends it without a word to the database, where its handler still runs. */
  abandon(): void {
    clearInterval(this.#timer);
  }

  async #save(progress: Progress): Promise<boolean> {
    this.#progress = progress;
    for (let hasFailed = false; ; hasFailed = true) {
      // Two writes could be done in another order, and the cursor would go back.
      await this.#writing;
      const outcome = await this.#write();
      if (typeof outcome === "boolean") return outcome;
      if (!hasFailed)
        this.#logger.warn("the cursor of a subscription could not be stored", { subscription: this.#name, error: outcome.message });
      if (this.signal.aborted) return false;
      await delay(STORE_AGAIN_MS);
    }
  }

  /** Extends the lease in time, and finds out when it cannot be ours any more. */
  async #tick(): Promise<void> {
    const age = performance.now() - this.#extendedAt;
    const isWaiting = this.#writing !== undefined;
    // Where one writer keeps ours waiting, nobody else can have taken the lease.
    if (age > LEASE_MS - TICK_MS && !(isWaiting && this.#rows.hasOneWriter)) this.#lose("could not be extended");
    else if (age > LEASE_MS / 3 && !isWaiting) {
      const outcome = await this.#write();
      if (outcome instanceof Error)
        this.#logger.warn("the lease of a subscription could not be extended", { subscription: this.#name, error: outcome.message });
    }
  }

  async #write(): Promise<boolean | Error> {
    this.#writing = this.#tryWrite().finally(() => (this.#writing = undefined));
    return await this.#writing;
  }

  async #tryWrite(): Promise<boolean | Error> {
    try {
      const since = await this.#rows.save(this.#name, this.#token, this.#progress);
      if (since !== undefined) this.#extendedAt = since;
      else {
        this.#isTaken = true;
        this.#lose("was taken");
      }
      return since !== undefined;
    } catch (error) {
      return new Error(messageOf(error), { cause: error });
    }
  }

  #lose(how: string): void {
    if (this.signal.aborted) return;
    this.#logger.warn(`the lease of a subscription ${how}`, { subscription: this.#name });
    this.abort(new Error(`the lease of the subscription ${JSON.stringify(this.#name)} ${how}: another process may go on`));
  }
}
