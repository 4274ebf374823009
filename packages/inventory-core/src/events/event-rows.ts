import type { DialectName, SqlValue, Transaction } from "../contract/storage.ts";
import type { LoggedEvent } from "../contract/event.ts";

const COLUMNS = ["id", "event", "record_id", "occurred_at", "data"] as const;

/** Appends events to the log, in the transaction of the change they tell of. */
export async function appendEvents(transaction: Transaction, events: readonly LoggedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await transaction.insert(
    "event",
    COLUMNS,
    events.map((event): SqlValue[] => [event.id, event.event, event.record_id, event.timestamp, JSON.stringify(event.data)]),
  );
}

/**
 * Columns that order the log. Where commits follow the sequence it is the order; elsewhere the number of the transaction
 * comes first.
 */
export const eventOrder = (dialect: DialectName): readonly string[] => (dialect === "sqlite" ? ["seq"] : ["txid", "seq"]);
