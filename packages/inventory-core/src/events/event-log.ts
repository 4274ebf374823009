import { defineErrors, errorOf } from "../contract/error.ts";
import type { StoredEvent, StoredEventPage } from "../contract/event.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage.ts";
import { compareCursors, type Cursor, cursorOf, OLDEST, textOfCursor } from "./cursor.ts";
import { eventOrder } from "./event-rows.ts";

export const EVENT_LOG = serviceToken<EventLog>("event-log");

export const eventErrors = defineErrors({
  CURSOR_EXPIRED: errorOf("gone", "events after the cursor have been purged", (_: { oldest: string }) =>
    "the events after this cursor have been purged: read the records again, then go on without a cursor",
  ),
});

interface EventRow {
  readonly seq: number | string;
  readonly txid: number | string;
  readonly id: string;
  readonly event: string;
  readonly record_id: string;
  readonly occurred_at: string;
  readonly data: string;
}

/** Name of the setting that holds the cursor of the newest event that was purged. */
const PURGED = "events.purged";

/** The log of committed changes, by cursor. A cursor never passes an event while an earlier one can still commit. */
export class EventLog {
  readonly #storage: OpenStorage;
  readonly #order: readonly string[];

  constructor(storage: OpenStorage) {
    this.#storage = storage;
    this.#order = eventOrder(storage.dialect);
  }

  /** Refuses what {@link EventLog.after} would. @param field that the cursor came in. @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED */
  async check(cursor: string, field: string): Promise<void> {
    const place = cursorOf(cursor, field);
    if (cursor !== OLDEST) await this.#refusePurged(place);
  }

  /** See {@link EventSource.after}. */
  async after(after: string, limit: number): Promise<StoredEventPage> {
    const cursor = cursorOf(after);
    if (after !== OLDEST) await this.#refusePurged(cursor);
    // A transaction's number is taken before its commit, so numbers below the horizon are complete and order the log.
    const horizon = await this.#storage.eventHorizon();
    const order = this.#order.join(", ");
    const place = this.#order.length === 1 ? [cursor.seq] : [String(cursor.txid), cursor.seq];
    const rows = await this.#storage.read.all<EventRow>(
      `select seq, txid, id, event, record_id, occurred_at, data from event
       where (${order}) > (${place.map(() => "?").join(", ")}) and txid < ? order by ${order} limit ?`,
      [...place, String(horizon), limit],
    );
    return { events: rows.map(storedEventOf), next: textOfCursor(rows.at(-1) ?? cursor) };
  }

  /** See {@link EventSource.end}. */
  async end(): Promise<string> {
    const horizon = await this.#storage.eventHorizon();
    const last = await this.#storage.read.get<Pick<EventRow, "seq" | "txid">>(`select seq, txid from event where txid < ? order by ${this.#order.map((column) => `${column} desc`).join(", ")} limit 1`, [String(horizon)]);
    if (last !== undefined) return textOfCursor(last);
    return (await this.#purged()) ?? OLDEST;
  }

  /** See {@link EventSource.compare}. */
  compare(first: string, second: string): number {
    return compareCursors(cursorOf(first), cursorOf(second));
  }

  async #purged(): Promise<string | undefined> {
    return (await this.#storage.read.get<{ value: string }>("select value from setting where name = ?", [PURGED]))?.value;
  }

  async #refusePurged(cursor: Cursor): Promise<void> {
    const oldest = await this.#purged();
    if (oldest === undefined) return;
    if (compareCursors(cursor, cursorOf(oldest)) < 0) throw eventErrors.CURSOR_EXPIRED({ oldest });
  }
}

function storedEventOf({ id, event, occurred_at: timestamp, record_id, data, ...place }: EventRow): StoredEvent {
  return { id, event, timestamp, record_id, data, cursor: textOfCursor(place) };
}
