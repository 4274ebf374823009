import { PostgreSqlDriver } from "@mikro-orm/postgresql";
import type { MikroORM } from "@mikro-orm/core";
import { Pool } from "pg";
import type { Clock } from "../../contract/clock.ts";
import type { EventHold, OpenStorage, Queries, SqlValue, Storage, StorageOpenOptions, StorageStatistics, Transaction } from "../../contract/storage.ts";
import { ListClock } from "../list-limits.ts";
import { migrate, MIGRATION_NAMES } from "../migrate.ts";
import { inTransaction, openEm, openOrm } from "../orm.ts";
import { retryTransient, type RetryPolicy } from "../retry.ts";
import { StorageCounts } from "../storage-counts.ts";
import { toStorageError } from "../storage-errors.ts";
import { renewEventEpoch } from "./event-epoch.ts";
import { EVENT_HOLD, EVENT_HORIZON, type EventHoldRow, holderText } from "./event-horizon.ts";
import { cursorPages } from "./list-cursor.ts";
import { isRetryable, postgresqlUnavailable } from "./postgresql-failures.ts";
import { outerClient, OuterPostgresDialect } from "./outer-dialect.ts";
import { preparedQuery } from "./postgresql-sql.ts";
import { PostgresqlTransaction } from "./postgresql-transaction.ts";
import { postgresqlTextSearch } from "./text-search.ts";

/** Advisory lock that migrating processes take one after the other. */
const MIGRATION_LOCK = 73_001;

const DEFAULT_POOL = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 10_000;
const LONGEST_DELAY_MS = 100;

export interface PostgresqlOptions {
  /** Most connections of this process; 10 unless set. */
  readonly maxConnections?: number;
}

/**
 * PostgreSQL storage, for more than one machine: any number of host processes may share the database.
 *
 * @param url `postgresql://user:password@host:port/database`, or with `?host=/path` for a Unix socket
 */
export function postgresql(url: string, options: PostgresqlOptions = {}): Storage {
  return {
    name: "postgresql",
    dialect: "postgresql",
    capabilities: { severalProcesses: true, durable: true },
    async open(open) {
      try {
        return await OpenPostgresql.open(url, open, options);
      } catch (error) {
        throw toStorageError(error, postgresqlUnavailable);
      }
    },
  };
}

class OpenPostgresql implements OpenStorage {
  readonly dialect = "postgresql";
  readonly text = postgresqlTextSearch;
  readonly read: Queries;
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #retry: RetryPolicy;
  readonly #counts: StorageCounts;
  readonly #clock: Clock;

  private constructor(orm: MikroORM, pool: Pool, retry: RetryPolicy, counts: StorageCounts, clock: Clock) {
    this.#orm = orm;
    this.#clock = clock;
    this.#counts = counts;
    this.#pool = pool;
    this.#retry = retry;
    const all = async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> => {
      try {
        return (await pool.query(preparedQuery(sql, params))).rows as Row[];
      } catch (error) {
        throw toStorageError(error, postgresqlUnavailable);
      }
    };
    this.read = { all, get: async <Row>(sql: string, params?: readonly SqlValue[]) => (await all<Row>(sql, params))[0] };
  }

  static async open(url: string, { models, clock, logger }: StorageOpenOptions, options: PostgresqlOptions): Promise<OpenPostgresql> {
    const pool = new Pool({ connectionString: url, max: options.maxConnections ?? DEFAULT_POOL, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true });
    // A connection that the server drops is told as an event, which would end the process if nobody listened.
    const dropped = (error: Error): void => logger.warn("a database connection was lost", { error: error.message });
    pool.on("error", dropped).on("connect", (client) => client.on("error", dropped));
    const orm = await openOrm(models, {
      dialect: "postgresql",
      driver: PostgreSqlDriver,
      options: { clientUrl: url, dbName: decodeURIComponent(new URL(url).pathname.slice(1)), driverOptions: () => new OuterPostgresDialect(pool) },
    });
    const counts = new StorageCounts();
    const open = new OpenPostgresql(orm, pool, { isTransient: isRetryable, budgetMs: RETRY_MS, longestDelayMs: LONGEST_DELAY_MS, onRetry: counts.retried }, counts, clock);
    try {
      await open.#transaction(async (transaction) => {
        await transaction.all(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await migrate(orm, models, "postgresql", async () => await inTransaction(orm, async (em) => await orm.migrator.up({ transaction: em.getTransactionContext<Transaction>() })));
        await renewEventEpoch(transaction, logger);
      });
      return open;
    } catch (error) {
      await open.close();
      throw error;
    }
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#counts.of(retryTransient(this.#retry, async () => await this.#transaction(work)));
    } catch (error) {
      throw toStorageError(error, postgresqlUnavailable);
    }
  }

  async #transaction<T>(work: (transaction: PostgresqlTransaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const transaction = new PostgresqlTransaction(client, () => openEm(this.#orm));
    let broken: Error | undefined;
    try {
      return await outerClient.run(client, async () => {
        transaction.begin();
        const result = await work(transaction);
        await transaction.commit();
        return result;
      });
    } catch (error) {
      // A connection that cannot even roll back is closed, not given to the next caller.
      await transaction.rollback().catch((failure: Error) => (broken = failure));
      throw transaction.causeOf(error);
    } finally {
      client.release(broken);
    }
  }

  async *pages<Row>(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    try {
      yield* cursorPages<Row>(this.#pool, sql, params, new ListClock(this.#clock), signal);
    } catch (error) {
      throw toStorageError(error, postgresqlUnavailable);
    }
  }

  async eventHorizon(): Promise<bigint> {
    return BigInt((await this.read.get<{ horizon: string }>(EVENT_HORIZON))?.horizon ?? 0);
  }

  async eventHold(): Promise<EventHold | undefined> {
    const row = await this.read.get<EventHoldRow>(EVENT_HOLD);
    return row === undefined ? undefined : { seconds: row.seconds, by: holderText(row) };
  }

  statistics(): StorageStatistics {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { ...this.#counts.statistics, connections: { busy: totalCount - idle, idle, waiting, most: options.max } };
  }

  async migrations(): Promise<readonly string[]> {
    return (await this.read.all<{ name: string }>(MIGRATION_NAMES)).map(({ name }) => name);
  }

  async ping(): Promise<void> {
    await this.read.get("select 1 as one");
  }

  async close(): Promise<void> {
    await this.#orm.close(true);
    if (!this.#pool.ended) await this.#pool.end();
  }
}
