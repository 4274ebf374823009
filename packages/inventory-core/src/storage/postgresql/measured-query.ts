import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { workMeter } from "../../background/work-meter.ts";
import type { ConnectionSource } from "./connection/connection-source.ts";
import type { ConnectionShares } from "./connection-shares.ts";
import { socketOf } from "./postgresql-transaction.ts";

/**
 * One statement on a connection of the pool. Of a call that is measured, what the database takes counts, and not the wait
 * for a connection, which others hold.
 */
export async function pooledQuery<Row extends QueryResultRow>(
  pool: ConnectionSource,
  shares: ConnectionShares,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  const meter = workMeter();
  if (meter === undefined) return await onConnection(pool, async (client) => await answered<Row>(pool, client, query));
  meter.touch();
  return await shares.read(meter, async () => {
    meter.resume();
    return await onConnection(pool, async (client) => await meter.answer(async () => await answered<Row>(pool, client, query)));
  });
}

async function onConnection<T>(pool: ConnectionSource, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // As a pool does for its own queries: what failed on a connection may have left it in no state to be used.
    failed = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failed);
  }
}

/**
 * The answer to one statement. Where connections have no settings of ours, it is a transaction, whose parts go out together and take
 * one round trip as well.
 */
async function answered<Row extends QueryResultRow>(
  { locals }: ConnectionSource,
  client: PoolClient,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  if (locals === "") return await client.query<Row>(query);
  const socket = socketOf(client);
  socket?.cork();
  const begun = client.query(`begin isolation level read committed not deferrable${locals}`);
  const answer = client.query<Row>(query);
  const committed = client.query("commit");
  socket?.uncork();
  // Whichever fails first says why; those behind it only say that they were in vain.
  const outcomes = await Promise.allSettled([begun, answer, committed]);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return await answer;
}
