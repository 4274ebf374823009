import type { PoolClient } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { clearInterval, setInterval } from "../../contract/real-timers.ts";
import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Revision } from "../../contract/storage/revision.ts";
import type {
  AppliedMigration,
  EventHold,
  OpenStorage,
  Queries,
  SqlValue,
  Storage,
  StorageOpenOptions,
  StorageStatistics,
  TextSearch,
  Transaction,
  WriteOptions,
} from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import { ListClock } from "../list-limits.ts";

import { ListPlaces } from "../list-reading/list-places.ts";
import { FolderSpool } from "../spool/spool.ts";
import { type ListParts, steadily } from "../list-reading/steady-pages.ts";
import { CLOSE_MS, OpenGate } from "../opening/open-gate.ts";
import { openEm, type OrmSource } from "../orm.ts";
import { PostgresqlOrmDriver } from "../orm-drivers.ts";
import { retryTransient, type RetryPolicy, withOneMore } from "../opening/retry.ts";
import { StorageCounts } from "../measures/storage-counts.ts";
import { type OpenFailure, storageErrors, toOpenError, toStorageError } from "../storage-errors.ts";
import { toConflict } from "../violations.ts";
import type { PostgresqlPool } from "./connection/given-pool.ts";
import type { ConnectionSource } from "./connection/connection-source.ts";
import { BadTarget } from "./connection/connection-target.ts";
import { type Connections, givenConnections, ownConnections } from "./connection/connections.ts";
import { renewEventEpoch } from "./event-epoch.ts";
import { EVENT_HOLD, EVENT_HORIZON, type EventHoldRow, holderText } from "./event-horizon.ts";
import { cursorPages } from "./list-cursor.ts";
import type { ConnectionShares } from "./connection-shares.ts";
import { pooledQuery } from "./measured-query.ts";
import {
  CommitUnknown,
  isCancelled,
  isLockRefused,
  isLost,
  isOutdated,
  isReadOnly,
  isRetryable,
  isTableInUse,
  postgresqlUnavailable,
  violationOf,
} from "./postgresql-failures.ts";
import { type LockClasses, lockClassesOf } from "./postgresql-locks.ts";
import { checkedPlace, type PostgresqlOptions, type PostgresqlPlace } from "./postgresql-place.ts";
import { preparedQuery, type ToQuery, unnamedQuery } from "./driver-query.ts";
import { NeedsTurn, PostgresqlTransaction, socketOf } from "./postgresql-transaction.ts";
import type { PostgresqlRevisions } from "./revisions/postgresql-revisions.ts";
import { ROW_PARSERS } from "./row-parsers.ts";
import { connectionFailure } from "./start/connection-failure.ts";
import { MigrationRun } from "../opening/run-migrations.ts";
import { APPLIED_MIGRATIONS, checkReadable, prepareDatabase } from "./start/prepare-database.ts";
import { WriteWait } from "../writers/write-wait.ts";
import { TimeIsUp, WriteLimits } from "../writers/write-limits.ts";
import type { Cancels } from "./connection/cancels.ts";
import { homeSchema } from "./start/server-facts.ts";
import { postgresqlMigrations } from "./upkeep/postgresql-state.ts";
import { Vacuum } from "./upkeep/vacuum.ts";
import { postgresqlTextSearch } from "./text-search.ts";

const RETRY_MS = 10_000;
const MAX_DELAY_MS = 100;
/** How a migration waits for tables that servers, dumps and people use: again and again for a moment, between which these go on. */
const MIGRATION_RETRY: RetryPolicy = { isTransient: isTableInUse, budgetMs: 60_000, maxDelayMs: 1_000 };
const TABLES_IN_USE: OpenFailure = {
  problem: "tables that a migration changes are in use all the time, perhaps by a dump or a session that is idle in a transaction",
  advice: "wait until it has ended, or end it, and start again",
};
const COMMIT_UNKNOWN =
  "the connection to the database broke while the change was committed, and it may have been made: send it again with the " +
  "Idempotency-Key that it had; without one, read first";

/**
 * PostgreSQL storage, for more than one machine: any number of host processes may share the database.
 *
 * @param place a URL, `postgresql://user:password@host:port/database`, or with `?host=/path` for a Unix socket. It may name several
 * hosts, `host1:port1,host2:port2`, which are tried in order, and say `target_session_attrs` (any, read-write, primary),
 * `connect_timeout` (seconds for each host) and `load_balance_hosts`, as libpq has them. Or an object with the `url` and options; or
 * with a `pool` or the MikroORM (`orm`) that the application has open
 * @throws STORAGE_INVALID without a URL or pool; when it is opened also for one that cannot be used
 *
 * @example
 * postgresql("postgresql://cadastre@db.example.com/cadastre")
 * postgresql({ url: "postgresql://app@db.example.com/app", schema: "cadastre" })
 * postgresql({ pool, schema: "cadastre" })
 */
export function postgresql(place: string | PostgresqlPlace, options: PostgresqlOptions = {}): Storage {
  const { from, options: checked } = checkedPlace(place, options);
  return {
    name: "postgresql",
    dialect: "postgresql",
    capabilities: { severalProcesses: true, durable: true, readOnly: true },
    async open(open) {
      let tried: string | PostgresqlPool | undefined;
      try {
        tried = typeof from === "string" ? from : await from();
        const connections = await (typeof tried === "string"
          ? ownConnections(tried, checked, open.logger)
          : givenConnections(tried, checked, open));
        return await OpenPostgresql.open(connections, open, checked);
      } catch (error) {
        if (error instanceof BadTarget)
          throw storageErrors.STORAGE_INVALID({ reason: `the database URL must be ${error.message}` }, { cause: error });
        throw toOpenError(error, (failure) => connectionFailure(tried ?? "", failure));
      }
    },
    migrations: async () => await postgresqlMigrations(typeof from === "string" ? from : await from(), checked.schema),
  };
}

class OpenPostgresql implements OpenStorage {
  readonly dialect = "postgresql";
  text: TextSearch = postgresqlTextSearch;
  readonly read: Queries;
  readonly #orm: OrmSource;
  readonly #pool: ConnectionSource;
  readonly #shares: ConnectionShares;
  readonly #listPool: ConnectionSource;
  readonly #listShares: ConnectionShares;
  readonly #listParts: ListParts;
  readonly #gate = new OpenGate();
  /** Connections that transactions are open on. */
  readonly #busy = new Set<PoolClient>();
  /** What ended transactions that committed nothing, and may be done on another connection. */
  readonly #undone = new WeakSet<Error>();
  #closing: Promise<void> | undefined;
  readonly #retry: RetryPolicy;
  readonly #counts: StorageCounts;
  readonly #clock: Clock;
  readonly #cancels: Cancels;
  readonly #vacuum: Vacuum;
  readonly #toQuery: ToQuery;
  /** A pooler that shares connections sends no news. */
  readonly revision?: (name: string) => Revision;
  readonly #revisions: PostgresqlRevisions;
  #isReadOnly = false;
  #lockClasses: LockClasses | undefined;

  private constructor(
    orm: OrmSource,
    pools: Connections,
    toQuery: ToQuery,
    retry: RetryPolicy,
    counts: StorageCounts,
    listParts: ListParts,
  ) {
    const { pool, revisions } = pools;
    this.#revisions = revisions;
    this.#clock = listParts.clock;
    this.#cancels = pools.cancels;
    this.#vacuum = new Vacuum(pool, pools.cancels, listParts.clock);
    if (pools.pooling !== "transaction") this.revision = (name) => revisions.of(name);
    this.#shares = pools.shares;
    this.#listShares = pools.listShares;
    this.#orm = orm;
    this.#toQuery = toQuery;
    this.#listParts = listParts;
    this.#counts = counts;
    this.#pool = pool;
    this.#listPool = pools.lists;
    this.#retry = retry;
    const gate = this.#gate;
    const all = async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> => {
      gate.enter();
      try {
        return await retryTransient(retry, async () => (await pooledQuery(pool, pools.shares, toQuery(sql, params))).rows as Row[]);
      } catch (error) {
        throw toStorageError(error, postgresqlUnavailable);
      } finally {
        gate.leave();
      }
    };
    this.read = { all, get: async <Row>(sql: string, params?: readonly SqlValue[]) => (await all<Row>(sql, params))[0] };
  }

  static async open(connections: Connections, opening: StorageOpenOptions, options: PostgresqlOptions): Promise<OpenPostgresql> {
    const { models, clock, text, spool = new FolderSpool() } = opening;
    const { pool, pooling, longLists, revisions } = connections;
    // Connections that are not ours alone keep no statements of ours, unless the application agrees.
    const toQuery = (options.prepare ?? pool.locals === "") && pooling !== "transaction" ? preparedQuery : unnamedQuery;
    const counts = new StorageCounts();
    const retry: RetryPolicy = { isTransient: isRetryable, budgetMs: RETRY_MS, maxDelayMs: MAX_DELAY_MS, onRetry: counts.retried };
    const open = new OpenPostgresql({ models, driver: PostgresqlOrmDriver }, connections, toQuery, retry, counts, {
      places: new ListPlaces(longLists),
      spool,
      clock,
    });
    if (text !== undefined) open.text = text;
    open.#isReadOnly = opening.readOnly === true;
    try {
      if (opening.readOnly === true) await checkReadable(open.read, opening);
      else await open.#prepare(opening, options);
      const home = await homeSchema(open.read);
      revisions.home = home;
      if (home !== undefined) open.#lockClasses = lockClassesOf(home);
      if (home !== undefined && opening.readOnly !== true)
        open.#vacuum.start({ schema: home, names: models.flatMap(({ entities }) => entities.map(({ tableName }) => tableName)) });
      return open;
    } catch (error) {
      await open.close();
      throw error;
    }
  }

  /** Brings the database to the newest version. */
  async #prepare(opening: StorageOpenOptions, options: PostgresqlOptions): Promise<void> {
    const run = new MigrationRun(opening);
    const isPrepared = async (): Promise<boolean> =>
      await retryTransient(
        MIGRATION_RETRY,
        async () => await this.#transaction(async (transaction) => await prepareDatabase(transaction, opening, run, options.schema)),
      ).catch((error: unknown) => {
        throw isTableInUse(error) ? storageErrors.DATABASE_NOT_OPENED(TABLES_IN_USE, { cause: error }) : error;
      });
    await run.complete(isPrepared);
    await this.#transaction(async (transaction) => await renewEventEpoch(transaction, opening.logger));
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#isReadOnly) throw coreErrors.READ_ONLY({});
    this.#gate.enter();
    try {
      const retry = withOneMore(this.#retry, (error) => violationOf(error) !== undefined || this.#undone.has(error as Error));
      const wait = new WriteWait(this.#clock, options);
      return await this.#counts.of(retryTransient(retry, async () => await this.#transaction(work, options, wait)));
    } catch (error) {
      if (error instanceof CommitUnknown)
        throw coreErrors.UNAVAILABLE({ reason: COMMIT_UNKNOWN, outcome: "unknown" }, { cause: error, retryAfterSeconds: 2 });
      const violation = violationOf(error);
      throw violation === undefined ? toStorageError(error, postgresqlUnavailable) : toConflict(error, violation);
    } finally {
      this.#gate.leave();
    }
  }

  /** Runs a transaction. Long ones, and those that take the exclusive topology lock, run one at a time. */
  async #transaction<T>(
    work: (transaction: PostgresqlTransaction) => Promise<T>,
    options: WriteOptions = {},
    wait: WriteWait = new WriteWait(this.#clock, options),
  ): Promise<T> {
    const { caller = "", alone = false } = options;
    const onConnection = async (mayLockAll: boolean): Promise<T> =>
      await this.#shares.write(caller, wait, async () => await this.#transactionNow(work, options, wait, mayLockAll));
    const inTurn = async (): Promise<T> => await this.#shares.exclusively(caller, wait, async () => await onConnection(true));
    if (alone) return await inTurn().finally(() => this.#vacuum.changed());
    try {
      return await onConnection(false);
    } catch (error) {
      if (!(error instanceof NeedsTurn)) throw error;
      return await inTurn();
    }
  }

  async #transactionNow<T>(
    work: (transaction: PostgresqlTransaction) => Promise<T>,
    options: WriteOptions,
    wait: WriteWait,
    mayLockAll: boolean,
  ): Promise<T> {
    const client = await this.#pool.forWriting(wait);
    this.#busy.add(client);
    const limits = new WriteLimits(this.#clock, options);
    const openUnit = (): UnitOfWork =>
      openEm(this.#orm, async (text) => {
        const { rows, rowCount } = await transaction.query({ text, types: ROW_PARSERS });
        return { rows, changes: rowCount ?? 0 };
      });
    const transaction: PostgresqlTransaction = new PostgresqlTransaction(client, {
      openEm: openUnit,
      toQuery: this.#toQuery,
      locals: this.#pool.locals,
      lockClasses: this.#lockClasses,
      bounds: { limits, wait, clock: this.#clock, mayLockAll },
    });
    let broken: Error | undefined;
    let cancelling: Promise<void> | undefined;
    const cancel = (): void => void (cancelling = this.#cancels.statementOf(client));
    options.signal?.addEventListener("abort", cancel, { once: true });
    const began = this.#clock.now();
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      // A connection that cannot even roll back is closed, not given to the next caller.
      await transaction.rollback().catch((failure: Error) => (broken = failure));
      const cause = transaction.causeOf(error);
      if (options.signal?.aborted === true) throw options.signal.reason;
      if (isCancelled(cause) && options.timeoutMs !== undefined) throw new TimeIsUp(options.timeoutMs);
      if (isLockRefused(cause) && options.waitMs !== undefined) throw wait.busy(cause);
      if (cause instanceof Error && isOutdated(cause)) broken ??= cause;
      if (cause instanceof Error && !(cause instanceof CommitUnknown) && (isLost(cause) || isReadOnly(cause))) {
        // Nothing was committed, and there may be another server by now. This connection is not used again.
        broken ??= cause;
        this.#undone.add(cause);
        this.#pool.lost();
      }
      throw cause;
    } finally {
      options.signal?.removeEventListener("abort", cancel);
      // A late cancel request would cancel the next statement on this connection.
      await cancelling;
      options.onHeld?.(Math.max(0, this.#clock.now() - began - limits.waitedMs));
      this.#busy.delete(client);
      this.#revisions.ended(client);
      client.release(broken);
    }
  }

  pages<Row>(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): AsyncIterable<readonly Row[]> {
    return steadily(this.#rows<Row>(sql, params, signal), this.#listParts, this.#gate, signal);
  }

  async *#rows<Row>(sql: string, params: readonly SqlValue[], signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    try {
      yield* cursorPages<Row>(
        this.#listPool,
        this.#listShares,
        this.#listParts.places,
        sql,
        params,
        new ListClock(this.#listParts.clock),
        signal,
      );
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
    const pools = [...new Set([this.#pool, this.#listPool])];
    const sum = (count: (pool: ConnectionSource) => number): number => pools.reduce((total, pool) => total + count(pool), 0);
    const connections = {
      busy: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
      most: sum(({ most }) => most),
    };
    return { ...this.#counts.statistics, connections };
  }

  async migrations(): Promise<readonly AppliedMigration[]> {
    return await this.read.all<AppliedMigration>(APPLIED_MIGRATIONS);
  }

  async ping(): Promise<void> {
    const row = await this.read.get<{ closed: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed",
    );
    if (row?.closed === true && !this.#isReadOnly)
      throw coreErrors.UNAVAILABLE({ reason: "the database is read-only" }, { retryAfterSeconds: 2 });
  }

  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    // Idle connections let a process end, which would end before they are closed.
    const alive = setInterval(() => {}, CLOSE_MS);
    try {
      await this.#closeConnections();
    } finally {
      clearInterval(alive);
    }
  }

  async #closeConnections(): Promise<void> {
    const vacuumed = this.#vacuum.close().then(() => true);
    const isDone = (await this.#gate.close(CLOSE_MS)) && (await Promise.race([vacuumed, delay(CLOSE_MS, false, { ref: false })]));
    // Transactions that are left have had their time: what they ask fails, and the database rolls them back.
    if (!isDone) for (const client of this.#busy) socketOf(client)?.destroy();
    const ended = this.#end();
    // A pool waits for ever for work that does not end.
    await (isDone ? ended : Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })]));
  }

  async #end(): Promise<void> {
    await this.#revisions.close();
    for (const pool of [this.#pool, this.#listPool]) if (!pool.ended) await pool.end();
  }
}
