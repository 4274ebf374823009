import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { ABOVE_ALL_EVENTS } from "../../contract/storage/event.ts";
import type { Revision } from "../../contract/storage/revision.ts";
import type {
  AppliedMigration,
  OpenStorage,
  Queries,
  SqlValue,
  StorageOpenOptions,
  StorageStatistics,
  TextSearch,
  Transaction,
  WriteOptions,
} from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import { isTurnOver } from "../../background/loop-turn.ts";
import { nextTurn } from "../../background/work-meter.ts";
import { ListClock } from "../list-limits.ts";
import { ListPlaces } from "../list-reading/list-places.ts";
import { type ListParts, steadily } from "../list-reading/steady-pages.ts";
import { makeFolder } from "../opening/make-folder.ts";
import { missingMigrations } from "../opening/migrate.ts";
import { MigrationRun } from "../opening/run-migrations.ts";
import { advanceSqlite, OpeningSqlite } from "./migrate-sqlite.ts";
import { CLOSE_MS, closedError, OpenGate } from "../opening/open-gate.ts";
import { openEm, type OrmSource } from "../orm.ts";
import { SqliteOrmDriver } from "../orm-drivers.ts";
import { retryTransient, type RetryPolicy } from "../opening/retry.ts";
import { StorageCounts } from "../measures/storage-counts.ts";
import { FolderSpool } from "../spool/spool.ts";
import { toOpenError, toStorageError } from "../storage-errors.ts";
import { toConflict } from "../violations.ts";
import { appliedMigrations, readMigrations } from "./applied-migrations.ts";
import { Checkpoints } from "./commits/checkpoints.ts";
import { createPrivateFile, mustHaveItsLog, takeRightsOfOthers } from "./file/file-mode.ts";
import { FileWatch } from "./file/file-watch.ts";
import { ListHandles } from "./list-handles.ts";
import { LogSync, SyncFailed } from "./commits/log-sync.ts";
import { holdRules } from "./rule-triggers.ts";
import { isBusy, sqliteOpenFailure, sqliteUnavailable, violationOf } from "./sqlite-failures.ts";
import { SqliteRevision } from "./sqlite-revision.ts";
import { SqliteStatements } from "./sqlite-sql.ts";
import { SqliteTransaction } from "./sqlite-transaction.ts";
import { type TableIntegrity, tableIntegrity } from "./table-integrity.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { sqliteTextSearch } from "./text-search/text-search.ts";
import { SqliteSnapshot } from "./upkeep/sqlite-snapshot.ts";
import { type Disk, Writer } from "./commits/writer.ts";
import { WriteLimits } from "../writers/write-limits.ts";

/** Milliseconds that SQLite itself waits for a lock. It blocks the event loop, so the rest of the wait is ours. */
const BLOCKING_WAIT_MS = 5;

/** Milliseconds that opening, and a read, waits for other processes. */
const DEFAULT_BUSY_MS = 10_000;

/** Between two tries of a read that met a lock. */
const MAX_DELAY_MS = 2;

/** Lists that read from the database at once. */
const DEFAULT_LISTS = 8;

export async function openSqlite(path: string, open: StorageOpenOptions, options: SqliteOptions): Promise<OpenStorage> {
  if (open.readOnly === true) return OpenSqlite.readOnly(path, open, options);
  // Nothing is made or changed for what is refused.
  if (open.migrate === "refuse") missingMigrations(open, "sqlite", migrationsOfFile(path));
  const file = resolve(path);
  try {
    makeFolder(dirname(file));
    createPrivateFile(file);
    const opened = await OpenSqlite.open(file, open, options);
    // Only now is it known to be a database of ours.
    takeRightsOfOthers(file, open.logger);
    return opened;
  } catch (error) {
    throw toOpenError(error, (failure) => sqliteOpenFailure(file, failure));
  }
}

/** The migrations of a database that is not open. @throws DATABASE_NOT_OPENED */
export function migrationsOfFile(path: string): readonly AppliedMigration[] {
  if (!existsSync(path)) return [];
  try {
    using snapshot = new SqliteSnapshot(path);
    return snapshot.migrations();
  } catch (error) {
    throw toOpenError(error, (failure) => sqliteOpenFailure(path, failure));
  }
}

class OpenSqlite implements OpenStorage {
  readonly dialect = "sqlite";
  text: TextSearch = sqliteTextSearch;
  readonly read: Queries;
  readonly #orm: OrmSource;
  readonly #writer: Writer;
  readonly #openReader: () => Database.Database;
  readonly #reader: Database.Database;
  /** Runs a query of the reader, again while the database is busy. */
  readonly #guard: <T>(query: () => T) => Promise<T>;
  readonly #lists: ListHandles;
  readonly #listParts: ListParts;
  readonly #gate = new OpenGate();
  #closing: Promise<void> | undefined;
  readonly #statements: SqliteStatements;
  readonly #watch: FileWatch;
  readonly #disk: Disk | undefined;
  /** Another value after each commit of others. */
  #version: Database.Statement | undefined;
  /** What it was when it was last asked for. */
  #others: unknown;
  readonly #revisions = new Map<string, SqliteRevision>();
  #isReadOnly = false;
  readonly #counts: StorageCounts;
  readonly #clock: Clock;
  /** Milliseconds that a write waits which does not say it. */
  readonly #waitMs: number;

  private constructor(
    orm: OrmSource,
    file: string,
    writer: Writer,
    retry: RetryPolicy,
    counts: StorageCounts,
    disk: Disk | undefined,
    { clock, spool = new FolderSpool() }: Pick<StorageOpenOptions, "clock" | "spool">,
    options: SqliteOptions,
  ) {
    this.#orm = orm;
    this.#counts = counts;
    this.#clock = clock;
    this.#waitMs = options.busyTimeoutMs ?? Infinity;
    this.#writer = writer;
    writer.onCommit = () => this.#revisions.forEach((revision) => revision.committed());
    this.#disk = disk;
    this.#watch = new FileWatch(file);
    this.#openReader = () => new Database(file, { readonly: true, timeout: BLOCKING_WAIT_MS });
    this.#reader = this.#openReader();
    this.#statements = new SqliteStatements(writer.database);
    const statements = new SqliteStatements(this.#reader);
    const places = new ListPlaces(options.listConnections ?? DEFAULT_LISTS);
    this.#lists = new ListHandles(this.#openReader, statements, places);
    this.#listParts = { places, spool, clock };
    const gate = this.#gate;
    const guard = (this.#guard = async <T>(query: () => T): Promise<T> => {
      gate.enter();
      try {
        if (isTurnOver()) await nextTurn();
        try {
          return query();
        } catch (error) {
          if (!isBusy(error)) return rethrow(error);
        }
        return await retryTransient(retry, async () => query()).catch(rethrow);
      } finally {
        gate.leave();
      }
    });
    this.read = {
      all: <Row>(sql: string, params?: readonly SqlValue[]) => guard(() => statements.all<Row>(sql, params)),
      get: <Row>(sql: string, params?: readonly SqlValue[]) => guard(() => statements.get<Row>(sql, params)),
    };
  }

  static async open(file: string, open: StorageOpenOptions, options: SqliteOptions): Promise<OpenSqlite> {
    const { models, clock, logger, text, spool } = open;
    const counts = new StorageCounts();
    const retry: RetryPolicy = {
      isTransient: isBusy,
      budgetMs: options.busyTimeoutMs ?? DEFAULT_BUSY_MS,
      maxDelayMs: MAX_DELAY_MS,
      onRetry: counts.retried,
    };
    // Who waits for the write lock looks again, and blocks nobody meanwhile.
    const database = new Database(file, { timeout: 0 });
    const disk = { checkpoints: new Checkpoints(database, file), log: new LogSync(file) };
    const writer = new Writer(database, { clock, onRetry: counts.retried, disk });
    const waits = { waitMs: retry.budgetMs };
    try {
      await retryTransient(retry, async () => {
        // The writer says of each commit whether it is synced. 16 MiB of pages, as one commit may change many trees: what does not fit is
        // read again, and written early.
        for (const pragma of ["journal_mode = WAL", "foreign_keys = ON", "cache_size = -16384"]) database.pragma(pragma);
      });
      const statements = new SqliteStatements(database);
      const queries: Queries = {
        all: async <Row>(sql: string) => await retryTransient(retry, async () => statements.all<Row>(sql)),
        get: async <Row>(sql: string) => await retryTransient(retry, async () => statements.get<Row>(sql)),
      };
      const opening = new OpeningSqlite(database);
      // Looked at without the write lock: those who are at work need not wait where there is nothing to do.
      if (missingMigrations(open, "sqlite", await readMigrations(queries)).length > 0) {
        const run = new MigrationRun(open);
        await run.complete(async () => await writer.transaction(async () => await advanceSqlite(opening, open, run), waits));
      }
      await holdRules(queries, async (work) => await writer.transaction(async () => await work(opening), waits), logger);
      const orm = { models, driver: SqliteOrmDriver };
      const opened = new OpenSqlite(orm, file, writer, retry, counts, disk, { clock, spool }, options);
      if (text !== undefined) opened.text = text;
      return opened;
    } catch (error) {
      database.close();
      // That others were at work is told as what the database said of it.
      throw isInventoryBusy(error) ? error.cause : error;
    }
  }

  /** Opens a file without a handle that writes. @throws DATABASE_NOT_OPENED, DATABASE_NOT_MIGRATED */
  static readOnly(path: string, open: StorageOpenOptions, options: SqliteOptions): OpenSqlite {
    if (!existsSync(path)) missingMigrations(open, "sqlite", []);
    const file = resolve(path);
    let database: Database.Database | undefined;
    try {
      mustHaveItsLog(file);
      database = new Database(file, { readonly: true, fileMustExist: true, timeout: options.busyTimeoutMs ?? DEFAULT_BUSY_MS });
      missingMigrations(open, "sqlite", appliedMigrations(database));
      const counts = new StorageCounts();
      const retry = { isTransient: isBusy, budgetMs: DEFAULT_BUSY_MS, maxDelayMs: MAX_DELAY_MS, onRetry: counts.retried };
      const writer = new Writer(database, { clock: open.clock, onRetry: counts.retried, disk: undefined });
      const orm = { models: open.models, driver: SqliteOrmDriver };
      const opened = new OpenSqlite(orm, file, writer, retry, counts, undefined, open, options);
      opened.#isReadOnly = true;
      if (open.text !== undefined) opened.text = open.text;
      return opened;
    } catch (error) {
      database?.close();
      throw toOpenError(error, (failure) => sqliteOpenFailure(file, failure));
    }
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    if (this.#isReadOnly) throw coreErrors.READ_ONLY({});
    this.#gate.enter();
    try {
      this.#watch.check();
      return await this.#write(work, options);
    } catch (error) {
      // The close waited for it long enough.
      throw this.#writer.database.open ? error : closedError();
    } finally {
      this.#gate.leave();
    }
  }

  async #write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const run = async (): Promise<T> => {
      const limits = new WriteLimits(this.#clock, options);
      const openUnit = (): UnitOfWork =>
        openEm(this.#orm, async (sql) => {
          limits.check();
          return this.#statements.once(sql);
        });
      const transaction = new SqliteTransaction(this.#statements, openUnit, limits);
      const result = await work(transaction);
      await transaction.flush();
      return result;
    };
    const waits = { ...options, waitMs: options.waitMs ?? this.#waitMs };
    return await this.#counts.of(this.#writer.transaction(run, waits)).catch((error: unknown) => {
      if (error instanceof SyncFailed) throwUnsynced(error);
      const violation = violationOf(error);
      if (violation !== undefined) throw toConflict(error, violation);
      return rethrow(error);
    });
  }

  pages<Row>(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): AsyncIterable<readonly Row[]> {
    return steadily(this.#lists.pages<Row>(sql, params, new ListClock(this.#listParts.clock), signal), this.#listParts, this.#gate, signal);
  }

  async durable(): Promise<void> {
    // It changes with the commits of other processes, which may not be on the disk yet; ours are waited for.
    this.#version ??= this.#writer.database.prepare("pragma data_version").pluck();
    const others = this.#version.get();
    const isOurs = others === this.#others;
    this.#others = others;
    await (isOurs ? this.#disk?.log.pending() : this.#disk?.log.syncedOfOthers())?.catch(throwUnsynced);
  }

  /** One writer at a time: the order of the sequence is the order of commits. */
  async eventHorizon(): Promise<bigint> {
    if (this.#gate.closed) throw closedError();
    return ABOVE_ALL_EVENTS;
  }

  async *integrity(): AsyncGenerator<TableIntegrity> {
    this.#gate.enter();
    try {
      yield* tableIntegrity(this.#openReader);
    } catch (error) {
      rethrow(error);
    } finally {
      this.#gate.leave();
    }
  }

  revision(name: string): Revision {
    const revision = this.#revisions.get(name) ?? new SqliteRevision(this.#reader, name);
    this.#revisions.set(name, revision);
    return revision;
  }

  statistics(): StorageStatistics {
    return this.#counts.statistics;
  }

  async migrations(): Promise<readonly AppliedMigration[]> {
    return await this.#guard(() => appliedMigrations(this.#reader));
  }

  async ping(): Promise<void> {
    if (this.#gate.closed) throw closedError();
    this.#watch.check();
    await this.read.get("select 1 as one");
  }

  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#gate.close(CLOSE_MS);
    // The writer last: the last handle to go folds the log into the database file, and readers cannot.
    this.#lists.close();
    this.#reader.close();
    await this.#disk?.checkpoints.close();
    await this.#disk?.log.close();
    this.#writer.database.close();
  }
}

/** It is committed, so that sending it again may make it twice. */
function throwUnsynced(error: unknown): never {
  const reason =
    "the disk did not take the change, which is there until the machine stops: look at the disk, and read what there is before sending " +
    "it again";
  throw coreErrors.UNAVAILABLE({ reason, outcome: "unknown" }, { cause: error, retryAfterSeconds: 2 });
}

const isInventoryBusy = (error: unknown): error is Error => isEngineError(error) && error.code === "BUSY" && error.cause !== undefined;

function rethrow(error: unknown): never {
  throw toStorageError(error, sqliteUnavailable);
}
