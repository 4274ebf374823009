import type { Socket } from "node:net";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import { setImmediate } from "../../contract/real-timers.ts";
import type { Clock } from "../../contract/clock.ts";
import type { Lock, NativeResult, SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import { insertStatements } from "../insert-statements.ts";
import { CommitUnknown, isLost } from "./postgresql-failures.ts";
import { type LockClasses, lockStatement } from "./postgresql-locks.ts";
import type { ToQuery } from "./driver-query.ts";
import { localSettings } from "./connection/local-settings.ts";
import type { WriteWait } from "../writers/write-wait.ts";
import type { WriteLimits } from "../writers/write-limits.ts";
import { insertMany } from "./insert-many.ts";
import { updateStatement } from "./postgresql-sql.ts";

/** Interval in milliseconds at which statement_timeout is lowered to the remaining time. */
const TOLD_EVERY_MS = 1_000;

/** PostgreSQL takes 0 as no limit. */
const wholeMs = (ms: number): number => Math.max(1, Math.ceil(ms));

/** Rows that are inserted as a list of values: a text for each count of them stays prepared. */
const FEW_ROWS = 16;

/** The socket of a connection, where the driver shows it: statements go out together while it is corked. */
export function socketOf(client: PoolClient): Socket | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: Socket } }).connection?.stream;
}

/** Thrown when a transaction asks for the exclusive topology lock out of turn; the storage restarts it in turn. */
export class NeedsTurn extends Error {}

/** What a transaction is made of, beside its connection. */
export interface TransactionParts {
  /** Makes the unit of work, which most changes do not need. */
  readonly openEm: () => UnitOfWork;
  /** Whether statements stay prepared on the connection. */
  readonly toQuery: ToQuery;
  /** Settings that end with the transaction (`ConnectionSource.locals`). */
  readonly locals: string;
  /** Of the schema that it works in. */
  readonly lockClasses?: LockClasses | undefined;
  /** Limits; none unless given. */
  readonly bounds?: TransactionBounds;
}

/** Limits of a transaction. */
export interface TransactionBounds {
  readonly limits: WriteLimits;
  readonly wait: WriteWait;
  readonly clock: Clock;
  /** Whether it may take the exclusive topology lock. */
  readonly mayLockAll: boolean;
}

/** Milliseconds that PostgreSQL takes to take a free lock, about: the time for thousands of them is work and no waiting. */
const FREE_LOCK_MS = 0.05;

/**
 * A transaction on one connection, shared with the ORM's unit of work. Statements go out one behind the other without
 * waiting for answers, which come in the same order: only what a caller reads costs a round trip.
 */
export class PostgresqlTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #parts: TransactionParts;
  #em: UnitOfWork | undefined;
  #held = false;
  #failed: { readonly error: unknown } | undefined;
  /** Whether BEGIN was sent. */
  #begun = false;
  /** Current statement_timeout in milliseconds. */
  #statementMs = Infinity;
  /** When the last response came. */
  #answeredAt = -Infinity;

  constructor(client: PoolClient, parts: TransactionParts) {
    this.#client = client;
    this.#parts = parts;
  }

  get client(): PoolClient {
    return this.#client;
  }

  get em(): UnitOfWork {
    this.#letGo();
    return (this.#em ??= this.#parts.openEm());
  }

  /**
   * Goes out with the first statement. Rules are asked under advisory locks, which are waited for inside the transaction: what another
   * one committed meanwhile must be seen, whatever isolation the database has for its default. Whether it may write is left to the
   * database: its administrator may have closed it.
   */
  #begin(): void {
    const { locals, bounds } = this.#parts;
    const { leftMs: waitMs } = bounds?.wait ?? { leftMs: Infinity };
    const { leftMs } = bounds?.limits ?? { leftMs: Infinity };
    // Waits for locks are counted apart; those of one statement are a part of the time that it takes.
    this.#statementMs = leftMs + (waitMs === Infinity ? 0 : waitMs);
    const times = [
      ...(waitMs === Infinity ? [] : [`lock_timeout = ${wholeMs(waitMs)}`]),
      ...(this.#statementMs === Infinity ? [] : [`statement_timeout = ${wholeMs(this.#statementMs)}`]),
    ];
    this.#begun = true;
    this.#put({ text: `begin isolation level read committed not deferrable${locals}${localSettings(...times)}` });
  }

  /** Takes everything back. */
  async rollback(): Promise<void> {
    if (!this.#begun) return;
    const answer = this.#client.query({ text: "rollback" });
    this.#letGo();
    await answer;
  }

  /** Writes what the unit of work still has, and commits. @throws CommitUnknown when the connection broke before the answer */
  async commit(): Promise<void> {
    await this.#em?.flush();
    if (!this.#begun) return;
    const { command } = await this.#ask({ text: "commit" }).catch((error: unknown) => {
      // Statements that nobody waited for may have failed before: then there was nothing to commit.
      throw isLost(error) && (this.#failed === undefined || isLost(this.#failed.error))
        ? new CommitUnknown("the connection broke during the commit", { cause: error })
        : error;
    });
    // A transaction that failed before answers COMMIT with ROLLBACK, and no error.
    if (command !== "COMMIT") throw new Error(`the transaction ended with ${command}`);
  }

  /** Why it really failed: after a statement that nobody waited for failed, every later one only says that it was in vain. */
  causeOf(error: unknown): unknown {
    return this.#failed === undefined || error instanceof CommitUnknown ? error : this.#failed.error;
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#ask(this.#parts.toQuery(sql, params))).rows as Row[];
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return (await this.#ask(this.#parts.toQuery(sql, params))).rowCount ?? 0;
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    this.#send(this.#parts.toQuery(sql, params));
  }

  async native(text: string, params: readonly unknown[]): Promise<NativeResult> {
    const { rows, rowCount } = await this.#ask({ text, values: [...params] });
    return { rows, changes: rowCount ?? 0 };
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const statements = (rows.length <= FEW_ROWS ? insertStatements : insertMany)(table, columns, rows);
    for (const { sql, params } of statements) this.#send(this.#parts.toQuery(sql, params));
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    if (rows.length === 0) return;
    const lists = [key, ...columns].map((_, index) => rows.map((row) => row[index] ?? null));
    await this.exec(updateStatement(table, key, columns), lists as unknown as readonly SqlValue[]);
  }

  /** Runs a statement in PostgreSQL's own words, once: one that changes tables. */
  async define(text: string): Promise<void> {
    await this.#ask({ text });
  }

  /** @throws NeedsTurn */
  async lock(...locks: readonly Lock[]): Promise<void> {
    const { lockClasses, bounds, toQuery } = this.#parts;
    const statement = lockStatement(locks, lockClasses);
    if (statement === null) return;
    const query = toQuery(statement.sql, statement.params);
    if (bounds === undefined) return this.#send(query);
    const { clock, limits, mayLockAll } = bounds;
    if (!mayLockAll && locks.some((lock) => lock.on === "topology" && lock.mode === "exclusive")) throw new NeedsTurn("no turn");
    const sent = clock.now();
    // The time until the response is the lock wait, without that of the statements which went out before, and of taking the locks.
    const takenMs = FREE_LOCK_MS * locks.length;
    this.#send(query, () => limits.waited(Math.max(0, clock.now() - Math.max(sent, this.#answeredAt) - takenMs)));
  }

  /** Statements past this object, of the unit of work. */
  async query(query: QueryConfig): Promise<QueryResult<object>> {
    this.#check();
    const result = await this.#client.query<object>(query);
    this.#noteAnswer();
    return result;
  }

  /** Checks the limits, and begins the transaction with its first statement. @throws TimeIsUp, the reason of the signal */
  #check(): void {
    const limits = this.#parts.bounds?.limits;
    limits?.check();
    if (!this.#begun) return this.#begin();
    const { leftMs } = limits ?? { leftMs: Infinity };
    if (leftMs === Infinity || leftMs > this.#statementMs - TOLD_EVERY_MS) return;
    this.#statementMs = leftMs;
    this.#put({ text: `set local statement_timeout = ${wholeMs(leftMs)}` });
  }

  /** Sends a statement with the next one that is waited for, in one piece. */
  #send(query: QueryConfig, answered?: () => void): void {
    this.#check();
    this.#put(query, answered);
  }

  #put(query: QueryConfig, answered?: () => void): void {
    this.#hold();
    this.#client.query(query).then(
      () => {
        answered?.();
        this.#noteAnswer();
      },
      (error: unknown) => {
        // A wait for a lock that ends with a refusal is a wait, too: it is not charged to the caller.
        answered?.();
        this.#failed ??= { error };
      },
    );
  }

  #noteAnswer(): void {
    this.#answeredAt = this.#parts.bounds?.clock.now() ?? this.#answeredAt;
  }

  async #ask(query: QueryConfig): Promise<QueryResult> {
    this.#check();
    const answer = this.#client.query(query);
    this.#letGo();
    const result = await answer;
    this.#noteAnswer();
    return result;
  }

  #hold(): void {
    if (this.#held) return;
    this.#held = true;
    socketOf(this.#client)?.cork();
    // Whoever asks past this object (the unit of work) must not wait for ever.
    setImmediate(() => this.#letGo());
  }

  #letGo(): void {
    if (!this.#held) return;
    this.#held = false;
    socketOf(this.#client)?.uncork();
  }
}
