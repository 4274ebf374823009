import type { Socket } from "node:net";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { Lock, SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import { insertStatements } from "../insert-statements.ts";
import { CommitUnknown, isLost } from "./postgresql-failures.ts";
import { type LockClasses, lockStatement } from "./postgresql-locks.ts";
import type { ToQuery } from "./driver-query.ts";
import { insertMany } from "./insert-many.ts";
import { updateStatement } from "./postgresql-sql.ts";

/** Rows that are inserted as a list of values: a text for each count of them stays prepared. */
const FEW_ROWS = 16;

/** The socket of a connection, where the driver shows it: statements go out together while it is corked. */
export function socketOf(client: PoolClient): Socket | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: Socket } }).connection?.stream;
}

/**
 * A transaction on one connection, shared with the ORM's unit of work. Statements go out one behind the other without
 * waiting for answers, which come in the same order: only what a caller reads costs a round trip.
 */
export class PostgresqlTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #openEm: () => UnitOfWork;
  readonly #toQuery: ToQuery;
  readonly #locals: string;
  readonly #lockClasses: LockClasses | undefined;
  #em: UnitOfWork | undefined;
  #held = false;
  #failed: { readonly error: unknown } | undefined;

  /**
   * @param openEm makes the unit of work, which most changes do not need
   * @param toQuery whether statements stay prepared on the connection
   * @param locals settings that end with the transaction (`ConnectionSource.locals`)
   * @param lockClasses of the schema that it works in
   */
  constructor(client: PoolClient, openEm: () => UnitOfWork, toQuery: ToQuery, locals = "", lockClasses?: LockClasses) {
    this.#client = client;
    this.#locals = locals;
    this.#lockClasses = lockClasses;
    this.#toQuery = toQuery;
    this.#openEm = openEm;
  }

  get em(): UnitOfWork {
    this.#letGo();
    return (this.#em ??= this.#openEm());
  }

  /**
   * Rules are asked under advisory locks, which are waited for inside the transaction: what another one committed
   * meanwhile must be seen, whatever isolation the database has for its default. Whether it may write is left to the
   * database: its administrator may have closed it.
   */
  begin(): void {
    this.#send({ text: `begin isolation level read committed not deferrable${this.#locals}` });
  }

  /** Takes everything back. */
  async rollback(): Promise<void> {
    await this.#ask({ text: "rollback" });
  }

  /** Writes what the unit of work still has, and commits. @throws CommitUnknown when the connection broke before the answer */
  async commit(): Promise<void> {
    await this.#em?.flush();
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
    return (await this.#ask(this.#toQuery(sql, params))).rows as Row[];
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return (await this.#ask(this.#toQuery(sql, params))).rowCount ?? 0;
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    this.#send(this.#toQuery(sql, params));
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const statements = (rows.length <= FEW_ROWS ? insertStatements : insertMany)(table, columns, rows);
    for (const { sql, params } of statements) this.#send(this.#toQuery(sql, params));
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

  async lock(...locks: readonly Lock[]): Promise<void> {
    const statement = lockStatement(locks, this.#lockClasses);
    if (statement !== null) await this.exec(statement.sql, statement.params);
  }

  /** Sends a statement with the next one that is waited for, in one piece. */
  #send(query: QueryConfig): void {
    this.#hold();
    this.#client.query(query).catch((error: unknown) => (this.#failed ??= { error }));
  }

  async #ask(query: QueryConfig): Promise<QueryResult> {
    const answer = this.#client.query(query);
    this.#letGo();
    return await answer;
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
