import { TURN_BYTES } from "../background/in-slices.ts";
import type { StoredEvent, StoredEventPage } from "../contract/storage/event.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { compareCursors, type Cursor, cursorOf, OLDEST, textOfCursor } from "./feed/cursor.ts";
import { gapAt, readBounds } from "./feed/event-gaps.ts";
import { eventOrder } from "./event-rows.ts";
import { eventErrors } from "./event.errors.ts";

export const EVENT_LOG = serviceToken<EventLog>("event-log");

interface EventRow {
  readonly seq: number | string;
  readonly txid: number | string;
  readonly id: string;
  readonly event: string;
  readonly record_id: string;
  readonly occurred_at: string;
  readonly data: string;
  readonly change_id: string | null;
}

/** Bytes of data after which a page ends. */
const MAX_PAGE_BYTES = 4 * TURN_BYTES;

type EventData = Pick<EventRow, "seq" | "data">;

/** An event whose data is read later where it is long. */
type FoundRow = Omit<EventRow, "data"> & { readonly data: string | null; readonly bytes: number };

/** The events of a page: it ends before its data exceeds the bytes of a page, but has one event at least. */
function beginningOf(found: readonly FoundRow[]): readonly FoundRow[] {
  let bytes = 0;
  const end = found.findIndex((row) => (bytes += row.bytes) >= MAX_PAGE_BYTES);
  return end === -1 ? found : found.slice(0, end + 1);
}

type LogStorage = Pick<OpenStorage, "dialect" | "read" | "eventHorizon" | "durable">;

/**
 * The log of committed changes, by cursor. A cursor never passes an event while an earlier one can still commit, and tells of none that
 * could be lost with the power: its number would be given again.
 */
export class EventLog {
  readonly #storage: LogStorage;
  readonly #order: readonly string[];
  readonly #descending: string;

  constructor(storage: LogStorage) {
    this.#storage = storage;
    this.#order = eventOrder(storage.dialect);
    this.#descending = this.#order.map((column) => `${column} desc`).join(", ");
  }

  /**
   * Refuses what {@link EventLog.after} would. @param field that the cursor came in. @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED
   */
  async check(cursor: string, field: string): Promise<void> {
    const place = cursorOf(cursor, field);
    if (cursor === OLDEST) return;
    await this.#refuseLost(place);
    await this.#refuseUngiven(place);
  }

  /** See {@link CommittedEvents.after}. */
  async after(after: string, limit: number): Promise<StoredEventPage> {
    return await this.#read(after, limit, after !== OLDEST);
  }

  /** Like {@link EventLog.after} for a reader that has begun: the oldest place expires as well. @throws CURSOR_EXPIRED */
  async goOn(cursor: string, limit: number): Promise<StoredEventPage> {
    return await this.#read(cursor, limit, true);
  }

  /** Returns the cursor before the oldest event, from which {@link EventLog.goOn} goes on. */
  async start(): Promise<string> {
    return (await readBounds(this.#storage.read)).purged ?? OLDEST;
  }

  async #read(after: string, limit: number, isChecked: boolean): Promise<StoredEventPage> {
    const cursor = cursorOf(after);
    if (isChecked) await this.#refuseLost(cursor);
    // A transaction's number is taken before its commit, so numbers below the horizon are complete and order the log.
    const horizon = await this.#storage.eventHorizon();
    const order = this.#order.join(", ");
    const place = this.#order.length === 1 ? [cursor.seq] : [String(cursor.txid), cursor.seq];
    const short = Math.floor(MAX_PAGE_BYTES / limit);
    const found = await this.#storage.read.all<FoundRow>(
      `select seq, txid, id, event, record_id, occurred_at, change_id, octet_length(data) as bytes,
         case when octet_length(data) > ${short} then null else data end as data
       from event where (${order}) > (${place.map(() => "?").join(", ")}) and txid < ? order by ${order} limit ?`,
      [...place, String(horizon), limit],
    );
    if (found.length > 0) await this.#storage.durable?.();
    else if (isChecked) await this.#refuseUngiven(cursor);
    const kept = beginningOf(found);
    const rows = await this.#withData(kept);
    // Events that were purged meanwhile are reported as all purged events are.
    if (rows.length < kept.length && isChecked) await this.#refuseLost(cursor);
    return { events: rows.map(storedEventOf), next: textOfCursor(kept.at(-1) ?? cursor), isCut: kept.length < found.length };
  }

  /** Events with their data. Long data is read only for the events of the page. */
  async #withData(found: readonly FoundRow[]): Promise<readonly EventRow[]> {
    const long = found.filter(({ data }) => data === null).map(({ seq }) => Number(seq));
    const rows = long.length === 0 ? [] : await this.#storage.read.all<EventData>("select seq, data from event where seq = any(?)", [long]);
    const read = new Map(rows.map(({ seq, data }) => [Number(seq), data]));
    return found.flatMap((row) => {
      const data = row.data ?? read.get(Number(row.seq));
      return data === undefined ? [] : [{ ...row, data }];
    });
  }

  /** See {@link CommittedEvents.end}. */
  async end(): Promise<string> {
    const horizon = await this.#storage.eventHorizon();
    const last = await this.#storage.read.get<Pick<EventRow, "seq" | "txid">>(
      `select seq, txid from event where txid < ? order by ${this.#descending} limit 1`,
      [String(horizon)],
    );
    if (last !== undefined) {
      await this.#storage.durable?.();
      return textOfCursor(last);
    }
    return await this.start();
  }

  /** See {@link CommittedEvents.compare}. */
  compare(first: string, second: string): number {
    return compareCursors(cursorOf(first), cursorOf(second));
  }

  /** Events after it were purged, or taken back by a restore. */
  async #refuseLost(cursor: Cursor): Promise<void> {
    const { purged, gaps } = await readBounds(this.#storage.read);
    if (purged !== undefined && compareCursors(cursor, cursorOf(purged)) < 0)
      throw eventErrors.CURSOR_EXPIRED({ oldest: purged, reason: "purged" });
    const gap = gapAt(gaps, cursor);
    if (gap !== undefined) throw eventErrors.CURSOR_EXPIRED({ oldest: gap.after, reason: "restored" });
    // Where events carry numbers, those without one were copied from a database that has none, and may have gone on.
    if (this.#order.length === 1 || cursor.txid > 0n) return;
    const copied = await this.#storage.read.get<{ seq: number | string | null }>("select max(seq) as seq from event where txid = 0");
    const end = { txid: 0n, seq: Math.max(Number(copied?.seq ?? 0), purged === undefined ? 0 : cursorOf(purged).seq) };
    if (compareCursors(cursor, end) > 0) throw eventErrors.CURSOR_EXPIRED({ oldest: textOfCursor(end), reason: "restored" });
  }

  /** A place past everything that the log has, committed or purged, was given by another database, or before this one was taken back. */
  async #refuseUngiven(cursor: Cursor): Promise<void> {
    // In this order: what is purged between the two is seen by the second.
    const last = await this.#storage.read.get<Pick<EventRow, "seq" | "txid">>(
      `select seq, txid from event order by ${this.#descending} limit 1`,
    );
    const { purged } = await readBounds(this.#storage.read);
    const places = [purged ?? OLDEST, ...(last === undefined ? [] : [textOfCursor(last)])];
    const end = places.reduce((one, other) => (this.compare(one, other) < 0 ? other : one));
    if (compareCursors(cursor, cursorOf(end)) > 0) throw eventErrors.CURSOR_EXPIRED({ oldest: end, reason: "restored" });
  }
}

function storedEventOf({ id, event, occurred_at: timestamp, record_id, change_id, data, ...place }: EventRow): StoredEvent {
  return { id, event, timestamp, record_id, change_id, data, cursor: textOfCursor(place) };
}
