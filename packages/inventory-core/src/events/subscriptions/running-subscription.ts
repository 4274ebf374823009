import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../../contract/new-id.ts";
import type { Clock } from "../../contract/clock.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import type { LoggedEvent, StoredEvent, StoredEventPage } from "../../contract/storage/event.ts";
import type { EventLog } from "../event-log.ts";
import type { LogTail } from "../feed/log-tail.ts";
import { HeldLease } from "./held-lease.ts";
import type { CheckedOptions, Subscription, SubscriptionHandler } from "./subscription-options.ts";
import type { SubscriptionRows } from "./subscription-rows.ts";

/** Between two looks at a name that another process holds, and at a database that is away. */
const LOOK_AGAIN_MS = 1_000;
/** Smallest number of events of one read of the log. */
const MIN_PAGE = 100;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 300_000;

/** What a subscription works with. */
export interface SubscriptionParts {
  readonly rows: SubscriptionRows;
  readonly log: Pick<EventLog, "goOn">;
  readonly tail: LogTail;
  /** The clock of the host, for the waits of retries. */
  readonly clock: Clock;
  /** The clock of the system, for everything that other processes and the database decide. */
  readonly realClock: Clock;
  readonly logger: Logger;
}

type DeliveredEvent = LoggedEvent & { readonly cursor: string };

/** Waits after failed call `attempt`: 1 s, doubled up to 5 minutes. */
export const retryWaitMs = (attempt: number): number => Math.min(MIN_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);

/** Reads the log for a handler, in this process: waits for the lease of its name, and calls the handler event by event. */
export class RunningSubscription implements Subscription {
  readonly name: string;
  readonly #handler: SubscriptionHandler;
  readonly #options: CheckedOptions;
  readonly #names: ReadonlySet<string> | undefined;
  readonly #parts: SubscriptionParts;
  readonly #onEnd: () => void;
  readonly #stopping = new AbortController();
  /** Set inside of its own calls, which a stop must not wait for. */
  readonly #inside = new AsyncLocalStorage<true>();
  #lease: HeldLease | undefined;
  #running: Promise<void> | undefined;
  #isAway = false;

  /** @param onEnd is called once, when the name is free in this process */
  constructor(name: string, handler: SubscriptionHandler, options: CheckedOptions, parts: SubscriptionParts, onEnd: () => void) {
    this.name = name;
    this.#handler = handler;
    this.#options = options;
    this.#names = options.events === undefined ? undefined : new Set(options.events);
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  /** Begins to wait for the lease. */
  start(): void {
    this.#running ??= this.#run().catch((error: unknown) =>
      this.#parts.logger.error("a subscription stopped", { subscription: this.name, error: messageOf(error) }),
    );
  }

  /** Aborts the signal of the handler: nothing new begins. */
  abort(reason: Error): void {
    this.#stopping.abort(reason);
    this.#lease?.abort(reason);
  }

  async stop(): Promise<void> {
    this.abort(new Error(`the subscription ${JSON.stringify(this.name)} was stopped`));
    if (this.#inside.getStore() !== true) await this.#running;
  }

  /** Leaves a handler that does not end: its lease expires. */
  abandon(): void {
    this.#lease?.abandon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #run(): Promise<void> {
    let expired: Error | undefined;
    try {
      for (let lease = await this.#acquire(); lease !== undefined; lease = await this.#acquire()) {
        this.#lease = lease;
        try {
          expired = await this.#deliver(lease);
        } finally {
          this.#lease = undefined;
          await lease.release(expired?.message);
        }
        if (expired !== undefined) break;
      }
    } finally {
      this.#onEnd();
    }
    if (expired === undefined) return;
    this.#parts.logger.error("a subscription stopped: subscribe with reset to start it again", {
      subscription: this.name,
      error: expired.message,
    });
    await this.#decide(expired, [], 1);
  }

  /** Waits until the name is free. @returns undefined when it is stopped, or its name was forgotten */
  async #acquire(): Promise<HeldLease | undefined> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const lease = await this.#reached(async () => await this.#tryAcquire());
      if (lease instanceof HeldLease) {
        if (signal.aborted) lease.abort(signal.reason as Error);
        return lease;
      }
      if (lease === "forgotten") {
        this.#parts.logger.warn("a subscription stopped: its name was removed by events.unsubscribe", { subscription: this.name });
        return undefined;
      }
      await this.#pause(signal);
    }
    return undefined;
  }

  async #tryAcquire(): Promise<HeldLease | "held" | "forgotten"> {
    const { rows, logger } = this.#parts;
    const [state] = await rows.states(this.name);
    if (state === undefined) return "forgotten";
    // A read: waiting processes do not write.
    if (state.isActive) return "held";
    const token = newId();
    const acquired = await rows.acquire(this.name, token);
    return acquired === undefined ? "held" : new HeldLease(rows, logger, this.name, token, acquired);
  }

  /** Calls the handler until the lease ends. @returns CURSOR_EXPIRED */
  async #deliver(lease: HeldLease): Promise<Error | undefined> {
    const { tail } = this.#parts;
    const leave = tail.follow();
    try {
      while (!lease.signal.aborted) {
        const { moves } = tail;
        const page = await this.#pageAfter(lease.cursor);
        if (page instanceof Error) return page;
        if (page === undefined) await this.#pause(lease.signal);
        else if (!(await this.#handlePage(page, lease))) return undefined;
        else if (page.events.length === 0) await tail.moved(moves, lease.signal).catch(() => {});
      }
    } finally {
      leave();
    }
    return undefined;
  }

  /** @returns CURSOR_EXPIRED; undefined while the database is away */
  async #pageAfter(cursor: string): Promise<StoredEventPage | Error | undefined> {
    return await this.#reached(async () => {
      try {
        return await this.#parts.log.goOn(cursor, Math.max(this.#options.batch, MIN_PAGE));
      } catch (error) {
        if (isEngineError(error) && error.code === "CURSOR_EXPIRED") return error;
        throw error;
      }
    });
  }

  /** @returns false when the lease has ended */
  async #handlePage(page: StoredEventPage, lease: HeldLease): Promise<boolean> {
    const { batch } = this.#options;
    const wanted = this.#names === undefined ? page.events : page.events.filter(({ event }) => this.#names?.has(event));
    for (let first = 0; first < wanted.length; first += batch) {
      const events = wanted.slice(first, first + batch).map(deliveredOf);
      if (lease.signal.aborted || !(await this.#handle(events, lease))) return false;
      if (!(await lease.moveTo(events.at(-1)?.cursor ?? lease.cursor))) return false;
    }
    lease.pass(page.next);
    return true;
  }

  /** Calls the handler until it succeeds or the events are skipped. @returns false when the lease ends before that */
  async #handle(events: readonly DeliveredEvent[], lease: HeldLease): Promise<boolean> {
    const { clock, logger } = this.#parts;
    const { signal } = lease;
    const given = this.#options.batch === 1 ? events[0] : events;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#inside.run(true, async () => await this.#handler(given as never, { signal }));
        return true;
      } catch (error) {
        // A handler that ends because of the signal has not failed.
        if (signal.aborted) return false;
        const event = events[0];
        logger.warn("the handler of a subscription failed", {
          subscription: this.name,
          event: event?.event,
          id: event?.id,
          attempt,
          error: messageOf(error),
        });
        if ((await this.#decide(error, events, attempt)) === "skip") return true;
        if (!(await lease.fail(attempt, messageOf(error)))) return false;
        await clock.sleep(retryWaitMs(attempt), signal).catch(() => {});
      }
    }
    return false;
  }

  /** @returns what `onError` says */
  async #decide(error: unknown, events: readonly DeliveredEvent[], attempt: number): Promise<unknown> {
    try {
      return await this.#inside.run(true, async () => await this.#options.onError?.(error, events, attempt));
    } catch (failure) {
      this.#parts.logger.error("onError of a subscription failed", { subscription: this.name, error: messageOf(failure) });
      return undefined;
    }
  }

  /** @returns undefined when the database is away */
  async #reached<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#isAway = false;
      return result;
    } catch (error) {
      if (!this.#isAway && !this.#stopping.signal.aborted)
        this.#parts.logger.warn("a subscription cannot read the database", { subscription: this.name, error: messageOf(error) });
      this.#isAway = true;
      return undefined;
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await this.#parts.realClock.sleep(LOOK_AGAIN_MS, signal).catch(() => {});
  }
}

function deliveredOf({ data, ...head }: StoredEvent): DeliveredEvent {
  return { ...head, data: JSON.parse(data) as unknown };
}
