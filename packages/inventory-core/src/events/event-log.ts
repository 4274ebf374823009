import { z } from "zod";
import type { LoggedEvent } from "../contract/event.ts";
import { defineErrors, errorOf } from "../contract/error.ts";
import { JsonText } from "../contract/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage.ts";
import { queryNumber } from "../contract/fields.ts";
import { invalidField } from "../contract/validation.ts";

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

const START: Cursor = { txid: 0n, seq: 0 };

function cursorOf(text: string): Cursor {
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

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED */
  async read({ after, limit }: z.output<typeof EventQuery>): Promise<JsonText<z.output<typeof EventPage>>> {
    const cursor = after === undefined ? START : cursorOf(after);
    if (after !== undefined) await this.#refusePurged(cursor);
    // A transaction's number is taken before its commit, so numbers below the horizon are complete and order the log.
    const horizon = await this.#storage.eventHorizon();
    const rows = await this.#storage.read.all<EventRow>(
      `select seq, txid, id, event, record_id, occurred_at, data from event
       where (txid, seq) > (?, ?) and txid < ? order by txid, seq limit ?`,
      [String(cursor.txid), cursor.seq, String(horizon), limit],
    );
    const last = rows.at(-1);
    const next = last === undefined ? `${cursor.txid}-${cursor.seq}` : `${last.txid}-${last.seq}`;
    return new JsonText(`{"events":[${rows.map(textOf).join(",")}],"next":${JSON.stringify(next)}}`);
  }

  async #refusePurged(cursor: Cursor): Promise<void> {
    const setting = await this.#storage.read.get<{ value: string }>("select value from setting where name = ?", [PURGED]);
    if (setting === undefined) return;
    const purged = cursorOf(setting.value);
    const behind = cursor.txid < purged.txid || (cursor.txid === purged.txid && cursor.seq < purged.seq);
    if (behind) throw eventErrors.CURSOR_EXPIRED({ oldest: setting.value });
  }
}

function textOf(row: EventRow): string {
  const head: Omit<LoggedEvent, "data"> = { id: row.id, event: row.event, timestamp: row.occurred_at, record_id: row.record_id };
  return `${JSON.stringify(head).slice(0, -1)},"data":${row.data}}`;
}

