import type { Pool } from "pg";
import { setImmediate } from "node:timers/promises";
import type { SqlValue } from "../../contract/storage.ts";
import { LIST_PAGE_ROWS, type ListClock } from "../list-limits.ts";
import { toParameters, toPostgresqlSql } from "./postgresql-sql.ts";

/** Pages of a query from one snapshot, by a cursor on a connection of its own while the list runs. */
export async function* cursorPages<Row>(
  pool: Pool,
  sql: string,
  params: readonly SqlValue[],
  clock: ListClock,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const text = toPostgresqlSql(sql);
  // Most lists fit one page, and one statement is a snapshot by itself: only longer ones pay for a transaction.
  const { rows: firstRows } = await pool.query(`${text} limit ${LIST_PAGE_ROWS + 1}`, toParameters(params));
  if (firstRows.length <= LIST_PAGE_ROWS) {
    if (firstRows.length > 0) yield firstRows as Row[];
    return;
  }
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`declare list no scroll cursor for ${text}`, toParameters(params));
    for (;;) {
      const { rows } = await client.query(`fetch ${LIST_PAGE_ROWS} from list`);
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < LIST_PAGE_ROWS) return;
      await setImmediate();
      signal?.throwIfAborted();
      clock.check();
    }
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection whose rollback fails is closed, not given to the next caller.
    if (failed === undefined) await client.query("rollback").catch((error: Error) => (failed = error));
    client.release(failed);
  }
}
