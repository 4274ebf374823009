import type { Pool, PoolClient } from "pg";
import { setImmediate } from "node:timers/promises";
import type { SqlValue } from "../../contract/storage.ts";
import { LEAST_PAGE_ROWS, type ListClock, MOST_PAGE_ROWS } from "../list-limits.ts";
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
  const { rows: firstRows } = await pool.query(`${text} limit ${LEAST_PAGE_ROWS + 1}`, toParameters(params));
  if (firstRows.length <= LEAST_PAGE_ROWS) {
    if (firstRows.length > 0) yield firstRows as Row[];
    return;
  }
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`declare list no scroll cursor for ${text}`, toParameters(params));
    for await (const rows of fetched(client)) {
      yield rows as Row[];
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

/** The next page is on its way while one is used: few rows first, so that the answer begins soon. */
async function* fetched(client: PoolClient): AsyncGenerator<unknown[]> {
  const fetch = async (count: number): Promise<unknown[]> => (await client.query<object>(`fetch ${count} from list`)).rows;
  let asked = LEAST_PAGE_ROWS;
  let coming = fetch(asked);
  for (;;) {
    const rows = await coming;
    if (rows.length < asked) {
      if (rows.length > 0) yield rows;
      return;
    }
    asked = Math.min(2 * asked, MOST_PAGE_ROWS);
    coming = fetch(asked);
    // Whoever stops early does not hear of it.
    coming.catch(() => {});
    yield rows;
  }
}
