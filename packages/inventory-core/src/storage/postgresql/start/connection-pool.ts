import { Pool, type PoolConfig, types } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import { inNumbers } from "../../sessions/in-numbers.ts";
import type { Pooling } from "./pooler.ts";

/** Idle connections to a machine that vanished are found out about ten seconds after this. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Single statements are transactions of their own, which take the default isolation; a statement sees one moment in
 * each, but under serializable it may fail. A statement has one process of the server: with parallel workers, one search takes
 * all its processors. Connections that a pooler hands out by transaction keep no settings.
 */
const SESSION = "set session characteristics as transaction isolation level read committed; set max_parallel_workers_per_gather = 0";

/** Type of `bigint`, which counts have, too. */
const BIGINT = 20;

const TYPES: NonNullable<PoolConfig["types"]> = {
  // As the other database gives it (`event.txid` alone grows past what a number holds so far).
  getTypeParser: ((type: number, format: "text"): unknown => (type === BIGINT ? inNumbers : types.getTypeParser(type, format))) as never,
};

/** A pool of connections to a database of one server, each set up for us. */
export function connectionPool(
  url: string,
  pooling: Pooling,
  logger: Logger,
  config: Pick<PoolConfig, "max" | "connectionTimeoutMillis">,
): Pool {
  const pool = new Pool({
    ...config,
    connectionString: url,
    types: TYPES,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    pipeline: true,
    // It is waited for before the connection is used, which its type does not say.
    ...(pooling === "transaction"
      ? {}
      : { onConnect: (async (client) => void (await client.query(SESSION))) as NonNullable<PoolConfig["onConnect"]> }),
  });
  // A connection that the server drops is told as an event, which would end the process if nobody listened.
  const dropped = (error: Error): void => logger.warn("a database connection was lost", { error: error.message });
  return pool.on("error", dropped).on("connect", (client) => client.on("error", dropped));
}
