import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Lock, NativeResult, SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import type { WriteLimits } from "../writers/write-limits.ts";
import { insertStatements, type Statement } from "../insert-statements.ts";
import type { OpeningTransaction } from "../opening/run-migrations.ts";
import type { Session, SessionResult, SessionValue } from "./session.ts";
import type { SessionDialect } from "./session-dialect.ts";

/** A transaction on the writing session. Drivers that work in this process never leave the event loop, so there are turns between. */
export class SessionTransaction implements Transaction, OpeningTransaction {
  readonly #session: Session;
  readonly #dialect: SessionDialect;
  readonly #openEm: () => UnitOfWork;
  readonly #limits: WriteLimits;
  #em: UnitOfWork | undefined;
  #failed: { readonly error: unknown } | undefined;

  /** @param openEm makes the unit of work, which most changes do not need */
  constructor(session: Session, dialect: SessionDialect, limits: WriteLimits, openEm: () => UnitOfWork) {
    this.#session = session;
    this.#limits = limits;
    this.#dialect = dialect;
    this.#openEm = openEm;
  }

  get em(): UnitOfWork {
    return (this.#em ??= this.#openEm());
  }

  async begin(): Promise<void> {
    await this.#query(this.#dialect.begin, []);
  }

  /** Writes what the unit of work still has, and commits. */
  async commit(): Promise<void> {
    await this.#em?.flush();
    if (this.#failed !== undefined && this.#dialect.failsWhole) await this.#mustGoOn(this.#failed.error);
    await this.#session.query("commit", []);
  }

  /** A transaction that failed may answer COMMIT as if it were done. @throws what failed in it, unless it was taken back to before */
  async #mustGoOn(cause: unknown): Promise<void> {
    await this.#session.query("select 1", []).catch(() => {
      throw cause;
    });
  }

  async rollback(): Promise<void> {
    await this.#session.query("rollback", []);
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#translated(sql, params)).rows as Row[];
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return (await this.#translated(sql, params)).changes;
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    await this.#translated(sql, params);
  }

  async native(sql: string, params: readonly unknown[]): Promise<NativeResult> {
    return await this.#query(sql, params as readonly SessionValue[]);
  }

  async define(statement: string): Promise<void> {
    await this.#query(statement, []);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    await this.#each(insertStatements(table, columns, rows));
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    await this.#each(this.#dialect.updates(table, key, columns, rows));
  }

  async lock(...locks: readonly Lock[]): Promise<void> {
    const statement = this.#dialect.lock(locks);
    if (statement !== null) await this.exec(statement.sql, statement.params);
  }

  async #each(statements: Iterable<Statement>): Promise<void> {
    for (const { sql, params } of statements) await this.exec(sql, params);
  }

  async #translated(sql: string, params?: readonly SqlValue[]): Promise<SessionResult> {
    const statement = this.#dialect.translate(sql, params);
    return await this.#query(statement.sql, statement.params);
  }

  async #query(sql: string, params: readonly SessionValue[]): Promise<SessionResult> {
    this.#limits.check();
    if (isTurnOver()) await turnUnderLock();
    try {
      return await this.#session.query(sql, params);
    } catch (error) {
      this.#failed ??= { error };
      throw error;
    }
  }
}
