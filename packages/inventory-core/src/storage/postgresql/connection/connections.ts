import type { PoolClient } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import type { StorageOpenOptions } from "../../../contract/storage/storage.ts";
import { ConnectionShares } from "../connection-shares.ts";
import { PostgresqlRevisions } from "../revisions/postgresql-revisions.ts";
import { connectionPool } from "../start/connection-pool.ts";
import { type Pooling, type PoolerSetting, poolingOf, poolingOfGiven } from "../start/pooler.ts";
import { homeSchema } from "../start/server-facts.ts";
import { Cancels } from "./cancels.ts";
import type { ConnectionSource } from "./connection-source.ts";
import { connectionTarget } from "./connection-target.ts";
import { CurrentServer } from "./current-server.ts";
import { DatabasePool } from "./database-pool.ts";
import { GivenPool, type PostgresqlPool } from "./given-pool.ts";
import { localSettings, ONE_PROCESS, searchPathOf } from "./local-settings.ts";
import { renewAfterMove } from "./renew-after-move.ts";

const DEFAULT_POOL = 10;
const DEFAULT_LIST_POOL = 6;
/** Connections of lists that are kept for those of one page: they never wait for a longer one. */
const SHORT_LIST_CONNECTIONS = 3;
/** Of a pool that is given, what lists of more than one page may keep. */
const LISTS_OF_GIVEN = 0.3;

/** How many connections there may be, and what is told them. */
export interface ConnectionOptions {
  readonly maxConnections?: number | undefined;
  readonly listConnections?: number | undefined;
  readonly pooler?: PoolerSetting | undefined;
  readonly schema?: string | undefined;
}

/** All connections of a storage that is open. */
export interface Connections {
  readonly pooling: Pooling;
  /** For everything but lists. */
  readonly pool: ConnectionSource;
  readonly shares: ConnectionShares;
  /** For lists; the same where the application gave its pool. */
  readonly lists: ConnectionSource;
  readonly listShares: ConnectionShares;
  /** Lists of more than one page at once. */
  readonly longLists: number;
  readonly revisions: PostgresqlRevisions;
  readonly cancels: Cancels;
}

/** Connections of our own to the servers of a URL. @throws BadTarget, NoServer, DATABASE_POOLER */
export async function ownConnections(url: string, options: ConnectionOptions, logger: Logger): Promise<Connections> {
  const { schema, maxConnections = DEFAULT_POOL } = options;
  const target = connectionTarget(url);
  const pooling = await poolingOf(target, options.pooler ?? "auto");
  const path = schema === undefined ? "" : localSettings(searchPathOf(schema));
  const servers = new CurrentServer(target, logger, async (client) => await renewAfterMove(client, logger, path));
  const revisions = new PostgresqlRevisions(servers, logger);
  const connect = (most: number): DatabasePool =>
    new DatabasePool(
      servers,
      most,
      ({ host }, max) =>
        connectionPool(host.url, pooling, schema, logger, { max, connectionTimeoutMillis: target.connectTimeoutMs }).on(
          "connect",
          (client) => void revisions.hear(client),
        ),
      pooling === "transaction" ? path : "",
    );
  const listConnections = Math.max(SHORT_LIST_CONNECTIONS + 1, options.listConnections ?? DEFAULT_LIST_POOL);
  const long = ConnectionShares.long(maxConnections);
  return {
    pooling,
    pool: connect(maxConnections),
    shares: new ConnectionShares(maxConnections, long),
    lists: connect(listConnections),
    listShares: new ConnectionShares(SHORT_LIST_CONNECTIONS, long),
    longLists: listConnections - SHORT_LIST_CONNECTIONS,
    revisions,
    cancels: new Cancels(servers, pooling),
  };
}

/** Connections of a pool that the application has open. @throws STORAGE_INVALID, DATABASE_POOLER, BUSY; what the server said */
export async function givenConnections(
  given: PostgresqlPool,
  options: ConnectionOptions,
  { clock, logger }: Pick<StorageOpenOptions, "clock" | "logger">,
): Promise<Connections> {
  const pool: GivenPool = new GivenPool(given, {
    clock,
    onMove: async (client) => await renewAfterMove(client, logger, pool.locals),
    hear: (client) => revisions.hear(client),
  });
  const revisions = new PostgresqlRevisions(pool, logger);
  const client = await pool.connect();
  let pooling: Pooling;
  try {
    pooling = await poolingOfGiven(client, pool, options.pooler ?? "auto");
    const schema = options.schema ?? (await homeOf(client));
    pool.locals = localSettings(ONE_PROCESS, ...(schema === undefined ? [] : [searchPathOf(schema)]));
  } finally {
    client.release();
  }
  const connections = Math.min(pool.most, options.maxConnections ?? pool.most);
  const shares = new ConnectionShares(connections, ConnectionShares.long(connections));
  return {
    pooling,
    pool,
    shares,
    lists: pool,
    listShares: shares,
    longLists: options.listConnections ?? Math.max(1, Math.floor(connections * LISTS_OF_GIVEN)),
    revisions,
    cancels: new Cancels(pool, pooling),
  };
}

/** Where the connections of the application find our tables, or would make them: whatever they are told later, it stays that. */
async function homeOf(client: PoolClient): Promise<string | undefined> {
  const all = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
  return await homeSchema({ all, get: async <Row>(sql: string) => (await all<Row>(sql))[0] });
}
