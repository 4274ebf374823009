import { z } from "zod";
import type { StoredEvent, StoredEventPage } from "../contract/event.ts";
import { defineErrors, errorOf } from "../contract/error.ts";
import { JsonText } from "../contract/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage.ts";
import { queryNumber } from "../contract/fields.ts";
import { invalidField } from "../contract/validation.ts";
import { eventOrder } from "./event-rows.ts";

export const EVENT_LOG = serviceToken<EventLog>("event-log");

export const eventErrors = defineErrors({
  CURSOR_EXPIRED: errorOf("gone", "events after the cursor have been purged", (_: { oldest: string }) =>
    "the events after this cursor have been purged: read the records again, then go on without a cursor",
  ),
});

/** One event as the log gives it. */
export const Event = z
  .object({
    id: z.string(),
    event: z.string().meta({ examples: ["device.created"] }),
    timestamp: z.string().meta({ format: "date-time" }),
    record_id: z.string(),
    data: z.record(z.string(), z.unknown()).meta({ description: "The record; its schema depends on the event" }),
  })
  .meta({ id: "Event", description: "A committed change" });

export const EventPage = z
  .object({ events: z.array(Event), next: z.string().meta({ description: "Cursor after the last event" }) })
  .meta({ id: "EventPage" });

/** Most events of one page. */
const MOST_EVENTS = 1000;

const CURSOR_FORM = /^\d{1,19}-\d{1,15}$/;
const NOT_A_CURSOR = "is not a cursor of this log: use the value of next";

export const EventQuery = z.object({
  after: z
    .string()
    .regex(/^(\d{1,19}-\d{1,15})?$/, { error: NOT_A_CURSOR })
    .optional()
    .transform((value) => (value === "" ? undefined : value))
    .meta({ description: "Cursor of an earlier page; from the oldest event unless given" }),
  limit: queryNumber(1, MOST_EVENTS, `Most events of the page, 1–${MOST_EVENTS}; 100 unless given`).transform((value) => value ?? 100),
});

/** A place in the log: transaction number, then sequence. */
interface Cursor {
  readonly txid: bigint;
  readonly seq: number;
}

/** Before every event. */
const OLDEST = "0-0";

const textOfCursor = ({ txid, seq }: { readonly txid: bigint | number | string; readonly seq: number | string }): string => `${txid}-${seq}`;

function cursorOf(text: string): Cursor {
  if (!CURSOR_FORM.test(text)) throw invalidField("after", NOT_A_CURSOR);
  const [txid, seq] = text.split("-");
  const parsed = { txid: BigInt(txid as string), seq: Number(seq) };
  if (parsed.txid > 9_223_372_036_854_775_807n) throw invalidField("after", NOT_A_CURSOR);
  return parsed;
}

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

  /** @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED */
  async read({ after, limit }: z.output<typeof EventQuery>): Promise<JsonText<z.output<typeof EventPage>>> {
    const { events, next } = await this.after(after ?? OLDEST, limit);
    return new JsonText(`{"events":[${events.map(textOf).join(",")}],"next":${JSON.stringify(next)}}`);
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

const compareCursors = (a: Cursor, b: Cursor): number => (a.txid === b.txid ? a.seq - b.seq : a.txid < b.txid ? -1 : 1);

function storedEventOf(row: EventRow): StoredEvent {
  return { id: row.id, event: row.event, timestamp: row.occurred_at, record_id: row.record_id, data: row.data, cursor: textOfCursor(row) };
}

/** The record as JSON text; the data goes in as it is stored. */
function textOf({ id, event, timestamp, record_id, data }: StoredEvent): string {
  return `${JSON.stringify({ id, event, timestamp, record_id }).slice(0, -1)},"data":${data}}`;
}
