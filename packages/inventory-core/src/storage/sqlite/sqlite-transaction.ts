import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Statement } from "../insert-statements.ts";
import type { NativeResult, SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import type { WriteLimits } from "../writers/write-limits.ts";
import { rowInserts, rowUpdates, type SqliteStatements } from "./sqlite-sql.ts";

/**
 * A transaction on the one writing handle: prepared statements on the handle that the ORM's transaction is open on. Those
 * who read, on a handle of their own, have turns between its statements.
 */
export class SqliteTransaction implements Transaction {
  readonly #openEm: () => UnitOfWork;
  readonly #statements: SqliteStatements;
  readonly #limits: WriteLimits | undefined;
  #em: UnitOfWork | undefined;

  /** @param openEm makes the unit of work, which most changes do not need @param limits how long it may take; without bound unless given */
  constructor(statements: SqliteStatements, openEm: () => UnitOfWork, limits?: WriteLimits) {
    this.#statements = statements;
    this.#limits = limits;
    this.#openEm = openEm;
  }

  get em(): UnitOfWork {
    return (this.#em ??= this.#openEm());
  }

  /** Writes what the unit of work still has. */
  async flush(): Promise<void> {
    await this.#em?.flush();
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    const turn = this.#turn();
    if (turn !== undefined) await turn;
    return this.#statements.all<Row>(sql, params);
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    const turn = this.#turn();
    if (turn !== undefined) await turn;
    return this.#statements.get<Row>(sql, params);
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    const turn = this.#turn();
    if (turn !== undefined) await turn;
    return this.#statements.run(sql, params);
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    const turn = this.#turn();
    if (turn !== undefined) await turn;
    this.#statements.run(sql, params);
  }

  async native(sql: string, params: readonly unknown[]): Promise<NativeResult> {
    const turn = this.#turn();
    if (turn !== undefined) await turn;
    return this.#statements.query(sql, params as readonly SqlValue[]);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    await this.#runAll(rowInserts(table, columns, rows));
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    await this.#runAll(rowUpdates(table, key, columns, rows));
  }

  /** Asked before each statement. @returns a turn of others, where it is time for one @throws what {@link WriteLimits.check} throws */
  #turn(): Promise<void> | undefined {
    this.#limits?.check();
    return isTurnOver() ? turnUnderLock() : undefined;
  }

  /** Runs statements one after the other. Nobody is waited for but at the end of a turn. */
  async #runAll(statements: Iterable<Statement>): Promise<void> {
    for (const { sql, params } of statements) {
      const turn = this.#turn();
      if (turn !== undefined) await turn;
      this.#statements.run(sql, params);
    }
  }

  /** BEGIN IMMEDIATE already keeps every other writer off. */
  async lock(): Promise<void> {}
}
