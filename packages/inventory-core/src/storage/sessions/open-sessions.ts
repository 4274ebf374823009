import { performance } from "../../contract/real-timers.ts";
import { isTurnOver } from "../../background/loop-turn.ts";
import { nextTurn, workMeter } from "../../background/work-meter.ts";
import type {
  AppliedMigration,
  DialectName,
  EventHold,
  OpenStorage,
  Queries,
  SqlValue,
  StorageOpenOptions,
  StorageStatistics,
  TextSearch,
  Transaction,
  WriteOptions,
} from "../../contract/storage/storage.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { missingMigrations } from "../opening/migrate.ts";
import { ListClock } from "../list-limits.ts";
import { type ListParts, steadily } from "../list-reading/steady-pages.ts";
import { StorageCounts } from "../measures/storage-counts.ts";
import { CLOSE_MS, closedError, OpenGate } from "../opening/open-gate.ts";
import { type RetryPolicy, retryTransient } from "../opening/retry.ts";
import { openEm, type OrmSource } from "../orm.ts";
import { WriteWait } from "../writers/write-wait.ts";
import { WriteLimits } from "../writers/write-limits.ts";
import { toStorageError } from "../storage-errors.ts";
import { FolderSpool } from "../spool/spool.ts";
import { toConflict } from "../violations.ts";
import type { Session, SessionPurpose } from "./session.ts";
import type { SessionDialect } from "./session-dialect.ts";
import { SessionSet } from "./session-set.ts";
import { SessionTransaction } from "./session-transaction.ts";

/** Milliseconds that a transaction is tried again, and at most between two tries. */
const BUSY_MS = 10_000;
const MAX_DELAY_MS = 20;

/** What {@link OpenSessions} is made of. */
export interface SessionParts {
  readonly name: string;
  readonly dialect: SessionDialect;
  readonly connect: (purpose: SessionPurpose) => Promise<Session> | Session;
  readonly busyTimeoutMs: number | undefined;
  /** The database has one session. */
  readonly one: boolean;
}

/** An open storage that is made of sessions. */
export class OpenSessions implements OpenStorage {
  readonly dialect: DialectName;
  readonly text: TextSearch;
  readonly read: Queries;
  readonly #dialect: SessionDialect;
  readonly #sessions: SessionSet;
  readonly #orm: OrmSource;
  readonly #retry: RetryPolicy;
  readonly #counts = new StorageCounts();
  readonly #gate = new OpenGate();
  readonly #listParts: ListParts;
  #ended = false;
  #isReadOnly = false;
  #closing: Promise<void> | undefined;

  private constructor(
    sessions: SessionSet,
    orm: OrmSource,
    { dialect, busyTimeoutMs }: SessionParts,
    { clock, text, spool }: StorageOpenOptions,
  ) {
    this.dialect = dialect.name;
    this.text = text ?? dialect.text;
    this.#dialect = dialect;
    this.#sessions = sessions;
    this.#orm = orm;
    this.#listParts = { places: sessions.places, spool: spool ?? new FolderSpool(), clock };
    this.#retry = {
      isTransient: (error) => dialect.isTransient(error),
      budgetMs: busyTimeoutMs ?? BUSY_MS,
      maxDelayMs: MAX_DELAY_MS,
      onRetry: this.#counts.retried,
    };
    const all = async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> => await this.#all<Row>(sql, params);
    this.read = { all, get: async <Row>(sql: string, params?: readonly SqlValue[]) => (await all<Row>(sql, params))[0] };
  }

  static async open(parts: SessionParts, options: StorageOpenOptions): Promise<OpenSessions> {
    const { dialect, one } = parts;
    const { readOnly = false } = options;
    const connect: SessionParts["connect"] = (purpose) => parts.connect(readOnly && purpose === "write" ? "read" : purpose);
    const sessions = await SessionSet.open(connect, one, dialect.lists);
    let opened: OpenSessions | undefined;
    try {
      opened = new OpenSessions(sessions, { models: options.models, driver: dialect.ormDriver }, parts, options);
      const { read } = opened;
      if (readOnly) {
        opened.#isReadOnly = true;
        missingMigrations(options, dialect.name, await opened.migrations());
        return opened;
      }
      await opened.#setUp();
      await dialect.prepare({ read, write: async (work) => await (opened as OpenSessions).#transaction(work) }, options);
      return opened;
    } catch (error) {
      await (opened ?? sessions).close();
      throw error;
    }
  }

  async #setUp(): Promise<void> {
    for (const statement of this.#dialect.setUp)
      await retryTransient(this.#retry, async () => await this.#sessions.writer.query(statement, []));
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#isReadOnly) throw coreErrors.READ_ONLY({});
    this.#gate.enter();
    try {
      return await this.#counts.of(this.#transaction(work, options));
    } catch (error) {
      // The close waited for it long enough.
      if (this.#ended) throw closedError();
      const violation = this.#dialect.violationOf(error);
      throw violation === undefined ? this.#storageError(error) : toConflict(error, violation);
    } finally {
      this.#gate.leave();
    }
  }

  async #transaction<T>(work: (transaction: SessionTransaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { caller = "" } = options;
    const wait = new WriteWait(this.#listParts.clock, options);
    return await this.#sessions.onWriter(
      caller,
      wait,
      async () => await retryTransient(this.#retry, async () => await this.#transactionNow(work, options)),
    );
  }

  async #transactionNow<T>(work: (transaction: SessionTransaction) => Promise<T>, options: WriteOptions): Promise<T> {
    const limits = new WriteLimits(this.#listParts.clock, options);
    const transaction = new SessionTransaction(this.#sessions.writer, this.#dialect, limits, () =>
      openEm(this.#orm, async (sql) => {
        limits.check();
        return await this.#sessions.writer.query(sql, []);
      }),
    );
    await transaction.begin();
    const began = performance.now();
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      // SQLite rolls some failures back by itself (a full disk): then there is nothing left to take back.
      await transaction.rollback().catch(() => {});
      throw error;
    } finally {
      options.onHeld?.(performance.now() - began);
    }
  }

  async #all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    const statement = this.#dialect.translate(sql, params);
    const ask = async (session: Session): Promise<Row[]> => (await session.query(statement.sql, statement.params)).rows as Row[];
    const meter = workMeter();
    return await this.#gate.run(async () => {
      if (isTurnOver()) await nextTurn();
      const measured = async (session: Session): Promise<Row[]> => {
        meter?.resume();
        return meter === undefined ? await ask(session) : await meter.answer(async () => await ask(session));
      };
      try {
        return await retryTransient(this.#retry, async () => await this.#sessions.onReader(measured));
      } catch (error) {
        throw this.#storageError(error);
      }
    });
  }

  pages<Row>(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): AsyncIterable<readonly Row[]> {
    return steadily(this.#pages<Row>(sql, params, signal), this.#listParts, this.#gate, signal);
  }

  async *#pages<Row>(sql: string, params: readonly SqlValue[], signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    const { places, clock } = this.#listParts;
    const deadline = new ListClock(clock);
    await places.take(signal);
    try {
      for await (const page of this.#dialect.pages<Row>(this.#sessions, sql, params)) {
        yield page;
        await nextTurn();
        signal?.throwIfAborted();
        deadline.check();
      }
    } catch (error) {
      throw this.#storageError(error);
    } finally {
      places.give();
    }
  }

  #storageError(error: unknown): unknown {
    return toStorageError(error, (failure) => this.#dialect.unavailable(failure));
  }

  async eventHorizon(): Promise<bigint> {
    if (this.#gate.closed) throw closedError();
    return await this.#dialect.horizon(this.read);
  }

  async eventHold(): Promise<EventHold | undefined> {
    return await this.#dialect.eventHold?.(this.read);
  }

  statistics(): StorageStatistics {
    return this.#counts.statistics;
  }

  async migrations(): Promise<readonly AppliedMigration[]> {
    return await this.#dialect.migrations(this.read);
  }

  async ping(): Promise<void> {
    await this.read.get("select 1 as one");
  }

  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#gate.close(CLOSE_MS);
    this.#ended = true;
    await this.#sessions.close();
  }
}
