import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";

/** Rows of a table that were deleted, or given to another record, because a record was deleted or changed. */
export interface RemovedRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, SqlValue>>[];
}

/** The resource of audit rows that keep {@link RemovedRows}, so that an undo can restore them. */
export const REMOVED_ROWS = "removed_rows";

/** Rows of one audit row. */
const SLICE = 500;

/**
 * Keeps rows that are about to be deleted in the audit log.
 * @param order columns that identify a row, those of an index that finds the rows in this order: each page continues where the one before
 * ended
 * @returns whether there are any
 */
export async function keepRows(
  change: Change,
  table: string,
  order: readonly string[],
  condition: string,
  params: readonly SqlValue[],
): Promise<boolean> {
  const by = order.join(", ");
  for (let last: readonly SqlValue[] | undefined; ;) {
    const after = last === undefined ? "" : ` and (${by}) > (${order.map(() => "?").join(", ")})`;
    const rows = await change.all<Record<string, SqlValue>>(
      `select * from ${table} where ${condition}${after} order by ${by} limit ${SLICE}`,
      [...params, ...(last ?? [])],
    );
    if (rows.length > 0) {
      const before: RemovedRows = { table, rows };
      change.audit({ action: "delete", resource: REMOVED_ROWS, resourceId: null, before, follows: true });
    }
    if (rows.length < SLICE) return rows.length > 0 || last !== undefined;
    last = order.map((column) => rows.at(-1)?.[column] as SqlValue);
    if (isTurnOver()) await turnUnderLock();
  }
}
