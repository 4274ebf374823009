import { PostgreSqlDriver } from "@mikro-orm/postgresql";
import type { MikroORM } from "@mikro-orm/core";
import type { Pool } from "pg";
import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/core-errors.ts";
import type { OpenStorage, Queries, SqlValue, Storage, StorageOpenOptions, StorageStatistics, Transaction } from "../../contract/storage.ts";
import { ListClock } from "../list-limits.ts";
import { MIGRATION_NAMES } from "../migrate.ts";
import { openEm, openOrm } from "../orm.ts";
import { retryTransient, type RetryPolicy, withOneMore } from "../retry.ts";
import { StorageCounts } from "../storage-counts.ts";
import { toStorageError } from "../storage-errors.ts";
import { toConflict } from "../violations.ts";
import { cursorPages } from "./list-cursor.ts";
import { isRetryable, postgresqlUnavailable, violationOf } from "./postgresql-failures.ts";
import { outerClient, OuterPostgresDialect } from "./outer-dialect.ts";
import { preparedQuery, type ToQuery, unnamedQuery } from "./postgresql-sql.ts";
import { PostgresqlTransaction } from "./postgresql-transaction.ts";
import { connectionPool } from "./start/connection-pool.ts";
import { type PoolerSetting, poolingOf } from "./start/pooler.ts";
import { prepareDatabase } from "./start/prepare-database.ts";
import { postgresqlTextSearch } from "./text-search.ts";

const DEFAULT_POOL = 10;
const RETRY_MS = 10_000;
const LONGEST_DELAY_MS = 100;

/**
 * The lowest transaction number that is open in this database. `pg_snapshot_xmin` alone would wait for transactions of
 * other databases of the server too. The snapshot is taken before the sessions are looked at, so a number below its xmax
 * that no session has is finished. Sessions of other roles hide their numbers: then xmin has to do.
 */
const EVENT_HORIZON = `
  with at as (select pg_snapshot_xmin(s)::text::bigint as lowest, pg_snapshot_xmax(s)::text::bigint as next from pg_current_snapshot() s),
  session as (select backend_xid::text::bigint as xid, query = '<insufficient privilege>' as hidden
    from pg_stat_activity where datname = current_database())
  select (case when coalesce((select bool_or(hidden) from session), false) then at.lowest
    else coalesce((select min(at.next - ((at.next - xid) & 4294967295)) from session), at.next) end)::text as horizon
  from at`;

export interface PostgresqlOptions {
  /** Most connections of this process; 10 unless set. */
  readonly maxConnections?: number;
  /**
   * What pools connections between here and the server: `none`, or a pooler that gives a server connection to a client
   * for its `session` or for one `transaction`. `auto`, unless set: a pooler that is found is taken for the latter.
   */
  readonly pooler?: PoolerSetting;
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
  readonly #toQuery: ToQuery;

  private constructor(orm: MikroORM, pool: Pool, toQuery: ToQuery, retry: RetryPolicy, counts: StorageCounts, clock: Clock) {
    this.#orm = orm;
    this.#toQuery = toQuery;
    this.#clock = clock;
    this.#counts = counts;
    this.#pool = pool;
    this.#retry = retry;
    const all = async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> => {
      try {
        return await retryTransient(retry, async () => (await pool.query(toQuery(sql, params))).rows as Row[]);
      } catch (error) {
        throw toStorageError(error, postgresqlUnavailable);
      }
    };
    this.read = { all, get: async <Row>(sql: string, params?: readonly SqlValue[]) => (await all<Row>(sql, params))[0] };
  }

  static async open(url: string, { models, clock, logger }: StorageOpenOptions, options: PostgresqlOptions): Promise<OpenPostgresql> {
    const pooling = await poolingOf(url, options.pooler ?? "auto");
    const toQuery = pooling === "transaction" ? unnamedQuery : preparedQuery;
    const pool = connectionPool(url, pooling, logger, { max: options.maxConnections ?? DEFAULT_POOL });
    const orm = await openOrm(models, {
      dialect: "postgresql",
      driver: PostgreSqlDriver,
      options: { clientUrl: url, dbName: decodeURIComponent(new URL(url).pathname.slice(1)), driverOptions: () => new OuterPostgresDialect(pool) },
    });
    const counts = new StorageCounts();
    const retry: RetryPolicy = { isTransient: isRetryable, budgetMs: RETRY_MS, longestDelayMs: LONGEST_DELAY_MS, onRetry: counts.retried };
    const open = new OpenPostgresql(orm, pool, toQuery, retry, counts, clock);
    try {
      await open.#transaction(async (transaction) => await prepareDatabase(transaction, models, logger));
      return open;
    } catch (error) {
      await open.close();
      throw error;
    }
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      const retry = withOneMore(this.#retry, (error) => violationOf(error) !== undefined);
      return await this.#counts.of(retryTransient(retry, async () => await this.#transaction(work)));
    } catch (error) {
      const violation = violationOf(error);
      throw violation === undefined ? toStorageError(error, postgresqlUnavailable) : toConflict(error, violation);
    }
  }

  async #transaction<T>(work: (transaction: PostgresqlTransaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const transaction = new PostgresqlTransaction(client, () => openEm(this.#orm), this.#toQuery);
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

  statistics(): StorageStatistics {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { ...this.#counts.statistics, connections: { busy: totalCount - idle, idle, waiting, most: options.max } };
  }

  async migrations(): Promise<readonly string[]> {
    return (await this.read.all<{ name: string }>(MIGRATION_NAMES)).map(({ name }) => name);
  }

  async ping(): Promise<void> {
    const row = await this.read.get<{ closed: boolean }>("select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed");
    if (row?.closed === true) throw coreErrors.UNAVAILABLE({ reason: "the database is read-only" }, { retryAfterSeconds: 2 });
  }

  async close(): Promise<void> {
    await this.#orm.close(true);
    if (!this.#pool.ended) await this.#pool.end();
  }
}
