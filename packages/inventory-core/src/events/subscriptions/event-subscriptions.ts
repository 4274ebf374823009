import type { Clock } from "../../contract/clock.ts";
import { callErrors } from "../../contract/errors/call-errors.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Logger } from "../../contract/logger.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { CommittedEvents, EventType } from "../../contract/storage/event.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { CLOSE_MS } from "../../storage/opening/open-gate.ts";
import type { EventLog } from "../event-log.ts";
import { eventErrors } from "../event.errors.ts";
import { LogTail } from "../feed/log-tail.ts";
import { RunningSubscription, type SubscriptionParts } from "./running-subscription.ts";
import {
  checkName,
  checkSubscription,
  type Subscription,
  type SubscriptionHandler,
  type SubscriptionOptions,
  type SubscriptionState,
} from "./subscription-options.ts";
import { SubscriptionRows } from "./subscription-rows.ts";

export const EVENT_SUBSCRIPTIONS = serviceToken<EventSubscriptionService>("event-subscriptions");

/** What the service works with. */
export interface EventSubscriptionParts {
  readonly storage: OpenStorage;
  readonly log: EventLog;
  readonly events: CommittedEvents;
  readonly clock: Clock;
  readonly realClock: Clock;
  readonly logger: Logger;
}

/** Durable subscriptions: their cursors lie in the database, and one process at a time calls the handler of a name. */
export class EventSubscriptionService {
  readonly #log: EventLog;
  readonly #parts: SubscriptionParts;
  readonly #running = new Map<string, RunningSubscription>();
  /** Names that are being stored. */
  readonly #placing = new Map<string, Promise<void>>();
  #names: readonly string[] = [];
  #stopping: Promise<void> | undefined;

  constructor({ storage, log, events, clock, realClock, logger }: EventSubscriptionParts) {
    this.#log = log;
    const rows = new SubscriptionRows(storage, clock);
    this.#parts = { rows, log, tail: new LogTail(events, realClock, logger), clock, realClock, logger };
  }

  /** @param types every event of the host */
  start(types: readonly EventType[]): void {
    this.#names = types.map(({ name }) => name);
  }

  /**
   * Stores a new name at its start, and calls the handler with the events after the cursor of the name, in the background.
   * @throws VALIDATION_ERROR, UNKNOWN_EVENT, CONFLICT for a name that runs in this process, CURSOR_EXPIRED for a start that the log does
   * not have, UNAVAILABLE, READ_ONLY
   */
  async subscribe(name: string, handler: SubscriptionHandler, options: SubscriptionOptions<never>): Promise<Subscription> {
    const checked = checkSubscription(name, handler, options);
    const unknown = checked.events?.find((event) => !this.#names.includes(event));
    if (unknown !== undefined) throw eventErrors.UNKNOWN_EVENT({ name: unknown, known: this.#names.toSorted() });
    if (this.#running.has(name))
      throw coreErrors.CONFLICT({
        reason: `the subscription ${JSON.stringify(name)} runs in this process: stop it first, or choose another name`,
      });
    const running = new RunningSubscription(name, handler, checked, this.#parts, () => this.#running.delete(name));
    this.#running.set(name, running);
    const placing = this.#place(name, checked.from, checked.reset);
    this.#placing.set(name, placing);
    try {
      await placing;
      if (this.#stopping !== undefined) throw callErrors.INVENTORY_CLOSED({});
    } catch (error) {
      this.#running.delete(name);
      throw error;
    } finally {
      this.#placing.delete(name);
    }
    running.start();
    return running;
  }

  /** Returns every subscription of the database, by name. @throws UNAVAILABLE */
  async list(): Promise<readonly SubscriptionState[]> {
    return await this.#parts.rows.states();
  }

  /**
   * Stops a name in every process and deletes its cursor. @returns false when there is none
   * @throws VALIDATION_ERROR, UNAVAILABLE, READ_ONLY
   */
  async unsubscribe(name: string): Promise<boolean> {
    checkName(name);
    // A name that is stored later would stay. The one who subscribes gets its failure.
    await this.#placing.get(name)?.catch(() => {});
    await this.#running.get(name)?.stop();
    return await this.#parts.rows.remove(name);
  }

  /** Aborts the signals of all handlers and waits for those that run, 5 seconds at most. */
  async stop(): Promise<void> {
    await (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const running = [...this.#running.values()];
    const over = new AbortController();
    for (const one of running) one.abort(callErrors.INVENTORY_CLOSED({}));
    await Promise.race([
      Promise.all(running.map(async (one) => await one.stop())),
      this.#parts.realClock.sleep(CLOSE_MS, over.signal).catch(() => {}),
    ]);
    over.abort();
    for (const one of this.#running.values()) one.abandon();
    await this.#parts.tail.stop();
  }

  async #place(name: string, from: string, reset: boolean): Promise<void> {
    const { rows } = this.#parts;
    const [known] = reset ? [] : await rows.states(name);
    // `from` counts for a new name only: it may have expired since. The write refuses what cannot be written later.
    if (known !== undefined) {
      await rows.place(name, known.cursor, false);
      return;
    }
    if (from !== "now" && from !== "start") await this.#log.check(from, "from");
    const cursor = from === "now" ? await this.#log.end() : from === "start" ? await this.#log.start() : from;
    await rows.place(name, cursor, reset);
  }
}
