import type { PoolClient } from "pg";
import { nextTurn, workMeter } from "../../background/work-meter.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { ListPlaces } from "../list-reading/list-places.ts";
import { MIN_PAGE_ROWS, type ListClock } from "../list-limits.ts";
import type { ConnectionSource } from "./connection/connection-source.ts";
import type { ConnectionShares } from "./connection-shares.ts";
import { firstRowsSql, onlyRows, rowsToFetch } from "./fetched-rows.ts";
import { pooledQuery } from "./measured-query.ts";
import { toParameters, toPostgresqlSql } from "./postgresql-sql.ts";
import { ROW_PARSERS } from "./row-parsers.ts";

/**
 * Pages of a query from one snapshot, by a cursor on a connection of its own while the list runs. It goes back to the pool
 * without a transaction, however the list ends.
 *
 * @param pool connections of lists
 * @param shares of those for lists of one page
 * @param places how many of them may have a cursor at once: the others are for lists of one page
 */
export async function* cursorPages<Row>(
  pool: ConnectionSource,
  shares: ConnectionShares,
  places: ListPlaces,
  sql: string,
  params: readonly SqlValue[],
  clock: ListClock,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const text = toPostgresqlSql(sql);
  // Most lists fit one page, and one statement is a snapshot by itself: only longer ones pay for a transaction.
  const { rows: first } = await pooledQuery(pool, shares, {
    text: firstRowsSql(text),
    values: toParameters(params),
    types: ROW_PARSERS,
  });
  const only = onlyRows<Row>(first);
  if (only !== undefined) {
    if (only.length > 0) yield only;
    return;
  }
  const few = Math.min(MIN_PAGE_ROWS, first.length);
  await places.take(signal);
  try {
    const client = await pool.connect();
    try {
      await client.query(`begin isolation level repeatable read read only not deferrable${pool.locals}`);
      await client.query(`declare list no scroll cursor for ${text}`, toParameters(params));
      for await (const rows of fetched(client, shares, few)) {
        yield rows as Row[];
        await nextTurn();
        signal?.throwIfAborted();
        clock.check();
      }
    } finally {
      await endTransaction(client);
    }
  } finally {
    places.give();
  }
}

/** Rolls back and gives the connection to the next caller; one that cannot roll back is closed. */
async function endTransaction(client: PoolClient): Promise<void> {
  let broken: Error | undefined;
  await client.query("rollback").catch((error: Error) => (broken = error));
  client.release(broken);
}

/** The next page is on its way while one is used: few rows first, so that the answer begins soon. */
async function* fetched(client: PoolClient, shares: ConnectionShares, few: number): AsyncGenerator<object[]> {
  const meter = workMeter();
  const ask = async (count: number): Promise<object[]> =>
    (await client.query<object>({ text: `fetch ${count} from list`, types: ROW_PARSERS })).rows;
  const left = new AbortController();
  const fetch = async (count: number): Promise<object[]> =>
    meter === undefined
      ? await ask(count)
      : await shares.readOn(meter, async () => await meter.answer(async () => await ask(count)), left.signal);
  let asked = few;
  let coming = fetch(asked);
  try {
    for (;;) {
      const rows = await coming;
      if (rows.length < asked) {
        if (rows.length > 0) yield rows;
        return;
      }
      asked = rowsToFetch(rows);
      coming = fetch(asked);
      // Whoever stops early does not hear of it.
      coming.catch(() => {});
      yield rows;
    }
  } finally {
    // What still waits for its share must not come when somebody else has the connection.
    left.abort();
  }
}
