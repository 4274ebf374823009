import type { Pool, PoolClient } from "pg";
import { setImmediate } from "node:timers/promises";
import type { SqlValue } from "../../contract/storage.ts";
import { LEAST_PAGE_ROWS, type ListClock } from "../list-limits.ts";
import { toParameters, toPostgresqlSql } from "./postgresql-sql.ts";

/** A page has so many characters, about: few wide rows, many narrow ones, because what one costs is known only afterwards. */
const PAGE_CHARACTERS = 80_000;
const MOST_FETCHED_ROWS = 500;

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
    await client.query("begin isolation level repeatable read read only not deferrable");
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
async function* fetched(client: PoolClient): AsyncGenerator<object[]> {
  const fetch = async (count: number): Promise<object[]> => (await client.query<object>(`fetch ${count} from list`)).rows;
  let asked = LEAST_PAGE_ROWS;
  let coming = fetch(asked);
  for (;;) {
    const rows = await coming;
    if (rows.length < asked) {
      if (rows.length > 0) yield rows;
      return;
    }
    asked = Math.min(MOST_FETCHED_ROWS, Math.max(LEAST_PAGE_ROWS, Math.floor(PAGE_CHARACTERS / widthOf(rows[0]))));
    coming = fetch(asked);
    // Whoever stops early does not hear of it.
    coming.catch(() => {});
    yield rows;
  }
}

/** Characters of a row, at least one. */
function widthOf(row: object | undefined): number {
  return Object.values(row ?? {}).reduce((width: number, value) => width + String(value).length, 1);
}
