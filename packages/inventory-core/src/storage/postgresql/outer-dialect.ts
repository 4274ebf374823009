import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { PoolClient } from "pg";
import type { ConnectionSource } from "./connection/connection-source.ts";
import { ROW_PARSERS } from "./row-parsers.ts";

/**
 * The connection that a transaction of ours is open on. Kysely never gives a connection back to the pool when BEGIN or
 * COMMIT fails, so those two are ours: inside, the ORM works on this connection and its own BEGIN, COMMIT and ROLLBACK
 * do nothing.
 */
export const outerClient = new AsyncLocalStorage<PoolClient>();

class OuterConnection implements DatabaseConnection {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#client.query({ text: query.sql, values: [...query.parameters], types: ROW_PARSERS });
    return { rows: rows as R[], ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  }

  // oxlint-disable-next-line require-yield -- lists have their own way of reading
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a write transaction does not stream");
  }
}

class OuterDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = outerClient.getStore();
    return client === undefined ? await super.acquireConnection() : new OuterConnection(client);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (!(connection instanceof OuterConnection)) await super.beginTransaction(connection, settings);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof OuterConnection)) await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof OuterConnection)) await super.rollbackTransaction(connection);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof OuterConnection)) await super.releaseConnection(connection as never);
  }
}

/** Its options are for cancelling statements, which is not done here. */
const forKysely = (pool: ConnectionSource): PostgresPool => ({
  connect: async () => await pool.connect(),
  end: async () => await pool.end(),
  options: {},
});

/** Kysely's PostgreSQL dialect over a pool of ours. */
export class OuterPostgresDialect extends PostgresDialect {
  readonly #pool: ConnectionSource;

  constructor(pool: ConnectionSource) {
    super({ pool: forKysely(pool) });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new OuterDriver({ pool: forKysely(this.#pool) });
  }
}
