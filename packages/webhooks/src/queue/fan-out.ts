import {
  type Clock,
  type EventSource,
  isInventoryError,
  type Logger,
  type OpenStorage,
  type SqlValue,
  type StoredEvent,
  timestampOf,
  type Transaction,
  type WriteOptions,
} from "@cadastre/inventory-core";
import { isTurnOver, TURN_BYTES, weighedSlices } from "@cadastre/inventory-core/protocol";
import { setImmediate } from "node:timers/promises";
import { TURN } from "../deliveries/delivery.entity.ts";
import { deliveryId } from "../deliveries/delivery-id.ts";
import { requestBody } from "../deliveries/request-body.ts";
import { lockWebhooks } from "../storage/locks.ts";
import type { PresentOwners, WebhookOwners } from "../webhooks/webhook-owners.ts";

/** Most events of one transaction. */
const BATCH = 100;
/** Most deliveries in one transaction, because other writers wait for it. A single event may exceed it. */
export const DELIVERIES_PER_STEP = 1000;
/** Events without a receiver after which the place in the log is written down all the same. */
const UNWRITTEN = 500;

const PROGRESS = "fan-out";

const COLUMNS = [
  "id",
  "webhook_id",
  "event_id",
  "event",
  "record_id",
  "status",
  "turn",
  "claim_at",
  "retry",
  "attempt_count",
  "next_attempt_at",
  "request_body",
  "change_id",
  "response_body",
  "error",
  "created_at",
  "updated_at",
] as const;
const BODY = COLUMNS.indexOf("request_body");

interface Subscription {
  readonly id: string;
  readonly events: ReadonlySet<string>;
  readonly since: string;
  readonly owner_id: string | null;
}

/** Events of the log after a place. */
interface Page {
  readonly from: string;
  /** The place that was asked for is none of this log: it goes on at another. */
  readonly restored: boolean;
  readonly events: readonly StoredEvent[];
  readonly next: string;
  readonly isCut: boolean;
}

type Write = (work: (transaction: Transaction) => Promise<void>, options: WriteOptions) => Promise<void>;

/** What a fan-out works with. */
export interface FanOutParts {
  readonly storage: OpenStorage;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly owners: WebhookOwners;
}

/**
 * Turns committed events into deliveries: one for each event and enabled webhook that subscribes to it and whose owner may
 * read it at this moment, with its body, which has what the owner may read. The
 * deliveries and the place in the log are written in one transaction, so a crash neither loses nor doubles any; any
 * number of hosts may do it on one database.
 */
export class FanOut {
  readonly #parts: FanOutParts;
  /** Up to here there is nothing to send: at or after what is written down. */
  #cursor: string | undefined;
  #unwritten = 0;
  /** What was last logged of a webhook whose owner may not read what it asks for, by its id. */
  readonly #told = new Map<string, string>();

  constructor(parts: FanOutParts) {
    this.#parts = parts;
  }

  /**
   * One batch.
   * @param write does the work in a transaction, which may do more after it
   * @returns whether there may be more
   */
  async step(write: Write = async (work, options) => await this.#parts.storage.write(work, options)): Promise<boolean> {
    const { storage } = this.#parts;
    const subscriptions = await subscriptionsOf(storage.read);
    if (subscriptions.length === 0) {
      // Nobody to send to: whoever is enabled later hears of later events only.
      this.#cursor = undefined;
      return false;
    }
    const written = await this.#written();
    const from = this.#place(subscriptions, written);
    const most = Math.max(1, Math.min(BATCH, Math.floor(DELIVERIES_PER_STEP / subscriptions.length)));
    const page = await this.#pageAfter(from, most);
    // Read after the page: whoever subscribed before one of its events is among them.
    const wanted = new Set((await subscriptionsOf(storage.read)).flatMap((one) => [...one.events]));
    this.#unwritten += page.events.length;
    if (page.events.some(({ event }) => wanted.has(event)) || this.#unwritten >= UNWRITTEN || page.from !== from)
      await this.#write(write, written, page);
    else this.#cursor = page.next;
    return page.isCut || page.events.length === most;
  }

  /** Where to go on: another host may be further, and before the first subscription there is nothing to send. */
  #place(subscriptions: readonly Subscription[], known: string | undefined): string {
    const { events } = this.#parts;
    const first = subscriptions.map(({ since }) => since).reduce((a, b) => (events.compare(a, b) < 0 ? a : b));
    // Before any host has written a place down, the webhooks say where to begin.
    const written = known ?? first;
    return [written, this.#cursor ?? written, first].reduce((a, b) => (events.compare(a, b) < 0 ? b : a));
  }

  async #written(): Promise<string | undefined> {
    return (await this.#parts.storage.read.get<{ cursor: string }>("select cursor from webhook_progress where id = ?", [PROGRESS]))?.cursor;
  }

  async #pageAfter(from: string, most: number): Promise<Page> {
    const { events, logger } = this.#parts;
    try {
      return { from, restored: false, ...(await events.after(from, most)) };
    } catch (error) {
      if (!isInventoryError(error) || error.code !== "CURSOR_EXPIRED") throw error;
      const { oldest, reason } = error.details as { oldest: string; reason?: string };
      const restored = reason === "restored";
      logger.warn(
        restored
          ? "the database was restored to a state before the last webhook deliveries"
          : "events were purged before they were sent to webhooks",
        { after: from, upTo: oldest },
      );
      return { from: oldest, restored, ...(await events.after(oldest, most)) };
    }
  }

  /** @param known the place that was written down when the page was read */
  async #write(write: Write, known: string | undefined, { from, restored, events, next }: Page): Promise<void> {
    const { clock, events: source } = this.#parts;
    await write(
      async (transaction) => {
        await transaction.lock({ on: "name", name: "webhook-fan-out" });
        const written = await transaction.get<{ cursor: string }>("select cursor from webhook_progress where id = ?", [PROGRESS]);
        // Another host was quicker, and may have done some of these: the next step begins after them.
        if (written !== undefined && source.compare(written.cursor, from) > 0 && !(restored && written.cursor === known)) return;
        const seen = await subscriptionsOf(transaction);
        await lockWebhooks(
          transaction,
          seen.map(({ id }) => id),
        );
        const late = restored ? seen.filter(({ since }) => source.compare(since, from) > 0).map(({ id }) => id) : [];
        // They begin at a place that the log never came to, and would hear of nothing.
        if (late.length > 0) await transaction.run("update webhook set since = ? where id = any(?)", [from, late]);
        // Read again under the locks: one may have been disabled meanwhile, which cancelled what it had.
        const subscriptions = await subscriptionsOf(
          transaction,
          seen.map(({ id }) => id),
        );
        const deliveries = await this.#deliveries(transaction, events, subscriptions, timestampOf(clock));
        const bounds = { count: DELIVERIES_PER_STEP, weight: TURN_BYTES, weightOf: (row: readonly SqlValue[]) => String(row[BODY]).length };
        for await (const rows of weighedSlices(deliveries, bounds)) {
          // Where the log was taken back to may lie before the place that was come to: some have been made already.
          const made = restored ? await madeOf(transaction, rows) : new Set();
          await transaction.insert(
            "webhook_delivery",
            COLUMNS,
            rows.filter(([id]) => !made.has(id)),
          );
          if (isTurnOver()) await setImmediate();
        }
        await transaction.run(
          "insert into webhook_progress (id, cursor) values (?, ?) on conflict (id) do update set cursor = excluded.cursor",
          [PROGRESS, next],
        );
        // The log stays: what is lost with the power is made again from it, the same.
      },
      { outlives: "process" },
    );
    this.#cursor = undefined;
    this.#unwritten = 0;
  }

  /** Rows of the deliveries of some events. A row is made when it is read, so that long bodies for many webhooks fill no memory. */
  async #deliveries(
    transaction: Transaction,
    events: readonly StoredEvent[],
    subscriptions: readonly Subscription[],
    now: string,
  ): Promise<Iterable<readonly SqlValue[]>> {
    const { events: source } = this.#parts;
    const owners = await this.#parts.owners.of(subscriptions, transaction);
    this.#tell(subscriptions, owners);
    const sends = (one: Subscription, event: StoredEvent): boolean =>
      one.events.has(event.event) &&
      source.compare(event.cursor, one.since) > 0 &&
      owners.problem(one, [event.event]) === null &&
      owners.shows(one, event.event, event.data);
    const wanted = events.flatMap((event) =>
      subscriptions.filter((one) => sends(one, event)).map((subscription) => ({ event, subscription })),
    );
    const busy = await waitingRecords(
      transaction,
      wanted.map(({ subscription }) => subscription.id),
      wanted.map(({ event }) => event.record_id),
    );
    const rowOf = ({ event, subscription }: (typeof wanted)[number]): readonly SqlValue[] => {
      const webhookId = subscription.id;
      const data = owners.dataFor(subscription, event.event, event.data);
      const place = orderKeyOf(webhookId, event.record_id);
      const isFirst = !busy.has(place);
      busy.add(place);
      const id = deliveryId(event.id, webhookId);
      return [
        id,
        webhookId,
        event.id,
        event.event,
        event.record_id,
        "pending",
        isFirst ? TURN.first : TURN.waiting,
        isFirst ? now : null,
        0,
        0,
        now,
        requestBody({ ...event, data }, id),
        event.change_id,
        "",
        "",
        now,
        now,
      ];
    };
    return mapped(wanted, rowOf);
  }

  /** Logs why a webhook does not send what it subscribes to, when that changes: nothing of what is withheld is in its history. */
  #tell(subscriptions: readonly Subscription[], owners: PresentOwners): void {
    for (const one of subscriptions) {
      const problem = owners.problem(one, [...one.events]);
      if (problem === (this.#told.get(one.id) ?? null)) continue;
      if (problem === null) this.#told.delete(one.id);
      else this.#told.set(one.id, problem);
      this.#parts.logger.warn(problem === null ? "a webhook sends all its events again" : "events are withheld from a webhook", {
        webhook: one.id,
        ...(problem !== null && { problem }),
      });
    }
  }
}

function* mapped<From, To>(values: readonly From[], make: (value: From) => To): Generator<To> {
  for (const value of values) yield make(value);
}

const orderKeyOf = (webhookId: string, recordId: string): string => `${webhookId} ${recordId}`;

/** Enabled webhooks with their events. */
async function subscriptionsOf(queries: Pick<Transaction, "all">, among?: readonly string[]): Promise<readonly Subscription[]> {
  const columns = "select id, events, since, owner_id from webhook where enabled = 1";
  const rows = await (among === undefined
    ? queries.all<SubscriptionRow>(columns)
    : queries.all<SubscriptionRow>(`${columns} and id = any(?)`, [among]));
  // Most webhooks ask for one of a few selections.
  const selections = new Map(
    [...new Set(rows.map(({ events }) => events))].map((events) => [events, new Set(JSON.parse(events) as string[])]),
  );
  return rows.map(({ id, events, since, owner_id }) => ({ id, since, owner_id, events: selections.get(events) ?? new Set() }));
}

interface SubscriptionRow {
  readonly id: string;
  readonly events: string;
  readonly since: string;
  readonly owner_id: string | null;
}

/** Ids of deliveries that are there, of rows that begin with one. */
async function madeOf(transaction: Transaction, rows: readonly (readonly SqlValue[])[]): Promise<Set<SqlValue | undefined>> {
  const ids = rows.map(([id]) => String(id));
  const made = await transaction.all<{ id: string }>("select id from webhook_delivery where id = any(?)", [ids]);
  return new Set(made.map(({ id }) => id));
}

/** Records of webhooks that have a delivery before its first attempt. */
async function waitingRecords(transaction: Transaction, webhookIds: readonly string[], recordIds: readonly string[]): Promise<Set<string>> {
  if (webhookIds.length === 0) return new Set();
  const rows = await transaction.all<{ webhook_id: string; record_id: string }>(
    "select distinct webhook_id, record_id from webhook_delivery where turn < 2 and webhook_id = any(?) and record_id = any(?)",
    [[...new Set(webhookIds)], [...new Set(recordIds)]],
  );
  return new Set(rows.map(({ webhook_id: webhookId, record_id: recordId }) => orderKeyOf(webhookId, recordId)));
}
