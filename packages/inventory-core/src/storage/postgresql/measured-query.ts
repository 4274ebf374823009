import type { QueryConfig, QueryResult, QueryResultRow } from "pg";
import { type WorkMeter, workMeter } from "../../background/work-meter.ts";
import type { DatabasePool } from "./connection/database-pool.ts";
import type { ConnectionShares } from "./connection-shares.ts";

/**
 * One statement on a connection of the pool. Of a call that is measured, what the database takes counts, and not the wait
 * for a connection, which others hold.
 */
export async function pooledQuery<Row extends QueryResultRow>(
  pool: DatabasePool,
  shares: ConnectionShares,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  const meter = workMeter();
  if (meter === undefined) return await pool.query<Row>(query);
  meter.touch();
  return await shares.read(meter, async () => await measuredQuery<Row>(pool, meter, query));
}

async function measuredQuery<Row extends QueryResultRow>(
  pool: DatabasePool,
  meter: WorkMeter,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  meter.resume();
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await meter.answer(async () => await client.query<Row>(query));
  } catch (error) {
    // As the pool does for its own queries: what failed on a connection may have left it in no state to be used.
    failed = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failed);
  }
}
