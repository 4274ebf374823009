import { Pool, type PoolConfig } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import { ONE_PROCESS, searchPathOf } from "../connection/local-settings.ts";
import type { Pooling } from "./pooler.ts";

/** Idle connections to a machine that vanished are found out about ten seconds after this. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Single statements are transactions of their own, which take the default isolation; a statement sees one moment in
 * each, but under serializable it may fail. Connections that a pooler hands out by transaction keep no settings.
 */
const SESSION = `set session characteristics as transaction isolation level read committed; set ${ONE_PROCESS}`;

/** A pool of connections to a database of one server, each set up for us. @param schema that names are sought in, alone */
export function connectionPool(
  url: string,
  pooling: Pooling,
  schema: string | undefined,
  logger: Logger,
  config: Pick<PoolConfig, "max" | "connectionTimeoutMillis">,
): Pool {
  const session = schema === undefined ? SESSION : `${SESSION}; set ${searchPathOf(schema)}`;
  const pool = new Pool({
    ...config,
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A program that does not close its inventory ends, as with SQLite.
    allowExitOnIdle: true,
    pipeline: true,
    // It is waited for before the connection is used, which its type does not say.
    ...(pooling === "transaction"
      ? {}
      : { onConnect: (async (client) => void (await client.query(session))) as NonNullable<PoolConfig["onConnect"]> }),
  });
  // A connection that the server drops is told as an event, which would end the process if nobody listened.
  const dropped = (error: Error): void => logger.warn("a database connection was lost", { error: error.message });
  return pool.on("error", dropped).on("connect", (client) => client.on("error", dropped));
}
