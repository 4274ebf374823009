import type { MigrationTransaction, Queries } from "../../contract/storage/storage.ts";
import { compareCursors, type Cursor, cursorOf } from "./cursor.ts";

/** Name of the setting that holds the cursor of the newest event that was purged. */
export const PURGED = "events.purged";

/** Name of the setting that holds the gaps, as a JSON list. */
const GAPS = "events.gaps";

/**
 * Places that the log once gave and has no more: the database was restored from a copy. Whoever holds a cursor between the
 * two has seen events that are not here, and has to read the records again.
 */
export interface EventGap {
  /** Last place of what was copied, which is still good. */
  readonly after: string;
  /** First place of what comes. */
  readonly before: string;
}

/** What the log refuses cursors by. */
export interface LogBounds {
  readonly purged: string | undefined;
  readonly gaps: readonly EventGap[];
}

export async function readBounds(queries: Queries): Promise<LogBounds> {
  const rows = await queries.all<{ name: string; value: string }>("select name, value from setting where name = any(?)", [[PURGED, GAPS]]);
  const value = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
  return { purged: value(PURGED), gaps: JSON.parse(value(GAPS) ?? "[]") as EventGap[] };
}

/** Writes a gap down; one that begins the next part of the log at the same place is there already. */
export async function addGap(transaction: MigrationTransaction, gap: EventGap): Promise<void> {
  const { gaps } = await readBounds(transaction);
  if (gaps.some(({ before }) => before === gap.before)) return;
  await transaction.run("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [
    GAPS,
    JSON.stringify([...gaps, gap]),
  ]);
}

/** The gap that a cursor lies in. */
export function gapAt(gaps: readonly EventGap[], cursor: Cursor): EventGap | undefined {
  return gaps.find(({ after, before }) => compareCursors(cursorOf(after), cursor) < 0 && compareCursors(cursor, cursorOf(before)) < 0);
}
