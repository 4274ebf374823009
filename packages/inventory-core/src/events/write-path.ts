import { setImmediate } from "node:timers/promises";
import { type Clock, timestampOf } from "../contract/clock.ts";
import { turnsAs } from "../contract/access/turns-as.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { TimeIsUp } from "../storage/writers/write-limits.ts";
import { DryRunRollback } from "../contract/operations/dry-run.ts";
import type { LoggedEvent } from "../contract/storage/event.ts";
import type { OpenStorage, Transaction, WriteOptions } from "../contract/storage/storage.ts";
import { type Outcome, resultOf } from "../contract/storage/outcome.ts";
import type { Change, ComposedChange, Extent, ObservedChange, WritePath } from "../contract/storage/write-path.ts";
import type { EventBus } from "./feed/event-bus.ts";
import { eventsById } from "./event-rows.ts";
import { OpenChange, withoutHeaders } from "./open-change.ts";
import { runIdempotent, keyedParts } from "./request-keys/do-once.ts";
import type { WritePathOptions, WriteTimes } from "./write-path-options.ts";

/** Events that are published, and read again before it where need be, between two turns of the event loop. */
const PUBLISHED_TOGETHER = 200;

/** {@link WritePath} over a storage: rule, rows, audit and outbox in one transaction, then the listeners. */
export class StorageWritePath implements WritePath {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #options: WritePathOptions;

  constructor(storage: OpenStorage, clock: Clock, bus: EventBus, options: WritePathOptions) {
    this.#storage = storage;
    this.#clock = clock;
    this.#bus = bus;
    this.#options = options;
  }

  async run<T>(call: CallContext, work: (change: Change) => Promise<T>, extent: Extent = "one"): Promise<T> {
    if (call.within !== undefined) return await call.within.run(work);
    if (call.dryRun === true) return await this.#dryRun(call, work, extent);
    if (call.keyed === undefined) return await this.#commit(call, work, extent);
    const [outcome] = await this.#each([{ call }], async (change) => [{ result: await work(change) }], extent);
    return resultOf(outcome);
  }

  async runEach<Item extends { readonly call: CallContext }, T>(
    items: readonly Item[],
    work: (change: Change, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]> {
    return await this.#each(items, work, items.length > 1 ? "shared" : "one");
  }

  async #each<Item extends { readonly call: CallContext }, T>(
    items: readonly Item[],
    work: (change: Change, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
    extent: Extent,
  ): Promise<readonly Outcome<T>[]> {
    const { call } = items[0] as Item;
    if (call.within !== undefined) return await call.within.run(async (change: Change) => await work(change, items));
    if (items.every((item) => item.call.keyed === undefined))
      return await this.#commit(call, async (change) => await work(change, items), extent);
    const parts = keyedParts(items.map((item) => item.call.keyed));
    const { outcomes, done } = await this.#commit(call, async (change) => await runIdempotent(change, items, parts, work), extent);
    for (const request of done) request.isFresh = true;
    return outcomes;
  }

  async compose<T>(call: CallContext, work: (change: ComposedChange) => Promise<T>): Promise<T> {
    return await this.#commit(withoutHeaders(call), work, "many");
  }

  async observe<T>(call: CallContext, work: (change: ObservedChange) => Promise<T>): Promise<T> {
    const observed = async (change: OpenChange): Promise<T> => await work(change.observed());
    const own = withoutHeaders(call);
    return call.dryRun === true ? await this.#dryRun(own, observed, "many") : await this.#commit(own, observed, "many");
  }

  async rehearse<T>(call: CallContext, work: (change: ObservedChange) => Promise<T>): Promise<T> {
    const own = withoutHeaders(call);
    try {
      return await this.#transaction(own, "many", async (_, change) => {
        throw new Rehearsed(await work(change.observed(true)));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as T;
      throw error;
    }
  }

  async #commit<T>(call: CallContext, work: (change: OpenChange) => Promise<T>, extent: Extent): Promise<T> {
    const { result, events, writtenOut, audited } = await this.#transaction(call, extent, async (_, change) => ({
      result: await this.#write(change, work),
      events: change.events,
      writtenOut: change.writtenOut,
      audited: change.audited,
    }));
    this.#options.auditWriter.committed(audited, this.#clock.now());
    await this.#publishWritten(writtenOut);
    await this.#publish(events);
    return result;
  }

  /** Tells the listeners, and lets others have turns while it tells of very many. */
  async #publish(events: readonly LoggedEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += PUBLISHED_TOGETHER) {
      if (at > 0) await setImmediate();
      this.#bus.publish(events.slice(at, at + PUBLISHED_TOGETHER));
    }
  }

  /** Tells the listeners of events that the change did not hold until its commit. */
  async #publishWritten(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += PUBLISHED_TOGETHER) {
      this.#bus.publish(await eventsById(this.#storage.read, ids.slice(at, at + PUBLISHED_TOGETHER)));
      await setImmediate();
    }
  }

  async #write<T>(change: OpenChange, work: (change: OpenChange) => Promise<T>): Promise<T> {
    const result = await work(change);
    await change.finish();
    await change.append();
    return result;
  }

  /** Runs one transaction with the limits of the call. @throws TOO_MUCH_WORK */
  async #transaction<T>(call: CallContext, extent: Extent, work: (transaction: Transaction, change: OpenChange) => Promise<T>): Promise<T> {
    let records = 0;
    try {
      return await this.#storage.write(
        async (transaction) => {
          const change = new OpenChange(transaction, call, timestampOf(this.#clock), this.#options);
          try {
            return await work(transaction, change);
          } finally {
            records = change.recordsChanged;
          }
        },
        optionsOf(call, extent, this.#options.limits),
      );
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      const seconds = Math.round(error.timeoutMs / 1000);
      const reason = `the call held locks for ${seconds} s after changing ${records} records`;
      throw coreErrors.TOO_MUCH_WORK({ reason, seconds, records }, { cause: error });
    }
  }

  /**
   * Does everything but commit. It always throws, out of the transaction, so that this is rolled back, and on through the
   * operation, so that nothing which would follow the commit is done either.
   */
  async #dryRun(call: CallContext, work: (change: OpenChange) => Promise<unknown>, extent: Extent): Promise<never> {
    return await this.#transaction(call, extent, async (transaction, change) => {
      const counting = change.count();
      await this.#write(change, work);
      await transaction.em.flush();
      // Statements that nobody waited for have failed by now, if they do.
      await transaction.get("select 1 as one");
      const entries = change.entries.filter(({ follows }) => follows !== true);
      throw new DryRunRollback({ entries, events: change.events, rows: counting.counts });
    });
  }
}

/** Derives the limits of a transaction from the call. Background work has none. */
function optionsOf(call: CallContext, extent: Extent, { waitMs, timeoutMs, importTimeoutMs }: WriteTimes): WriteOptions {
  const { principal, signal, budget } = call;
  const common: WriteOptions = {
    caller: turnsAs(call),
    signal: extent === "shared" ? undefined : signal,
    alone: extent === "many" || extent === "import",
    ...(budget === undefined ? {} : { onHeld: (ms) => budget.held(ms) }),
  };
  if (principal.kind === "system" && call.source !== "library") return common;
  const bound = call.timeoutMs ?? (principal.kind === "system" ? undefined : extent === "many" ? timeoutMs : importTimeoutMs);
  return { ...common, waitMs, ...(bound === undefined ? {} : { timeoutMs: bound }) };
}

/** Thrown where a change that was only tried would be committed. */
class Rehearsed extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("a rehearsal ends before the commit");
    this.result = result;
  }
}
