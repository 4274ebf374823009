import { TURN_BYTES, weighedSlices } from "../background/in-slices.ts";
import type { DialectName, Queries, SqlValue, Transaction } from "../contract/storage/storage.ts";
import type { LoggedEvent } from "../contract/storage/event.ts";

const COLUMNS = ["id", "event", "record_id", "occurred_at", "data", "change_id"] as const;

/** Appends events to the log, in the transaction of the change they tell of, some at a time where records are long. */
export async function appendEvents(transaction: Transaction, events: readonly LoggedEvent[]): Promise<void> {
  const bounds = { count: Infinity, weight: TURN_BYTES, weightOf: (row: readonly SqlValue[]) => String(row[DATA]).length };
  for await (const rows of weighedSlices(rowsOf(events), bounds)) await transaction.insert("event", COLUMNS, rows);
}

const DATA = COLUMNS.indexOf("data");

function* rowsOf(events: readonly LoggedEvent[]): Generator<readonly SqlValue[]> {
  for (const { id, event, record_id: record, timestamp, data, change_id: change } of events)
    yield [id, event, record, timestamp, JSON.stringify(data), change];
}

/** Events by their ids, in the order of the ids; those that are gone are left out. */
export async function eventsById(queries: Queries, ids: readonly string[]): Promise<LoggedEvent[]> {
  const rows = await queries.all<{
    id: string;
    event: string;
    record_id: string;
    occurred_at: string;
    data: string;
    change_id: string | null;
  }>(`select ${COLUMNS.join(", ")} from event where id = any(?)`, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): LoggedEvent[] => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [
          {
            id,
            event: row.event,
            timestamp: row.occurred_at,
            record_id: row.record_id,
            change_id: row.change_id,
            data: JSON.parse(row.data) as unknown,
          },
        ];
  });
}

/**
 * Columns that order the log. Where commits follow the sequence it is the order; elsewhere the number of the transaction
 * comes first.
 */
export const eventOrder = (dialect: DialectName): readonly string[] => (dialect === "sqlite" ? ["seq"] : ["txid", "seq"]);
