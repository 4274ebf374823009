import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { UnitOfWork } from "../../contract/storage/unit-of-work.ts";
import { rowUpdate, type SqliteStatements } from "./sqlite-sql.ts";

/**
 * A transaction on the one writing handle: prepared statements on the handle that the ORM's transaction is open on. Those
 * who read, on a handle of their own, have turns between its statements.
 */
export class SqliteTransaction implements Transaction {
  readonly #openEm: () => UnitOfWork;
  readonly #statements: SqliteStatements;
  #em: UnitOfWork | undefined;

  /** @param openEm makes the unit of work, which most changes do not need */
  constructor(statements: SqliteStatements, openEm: () => UnitOfWork) {
    this.#statements = statements;
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
    if (isTurnOver()) await turnUnderLock();
    return this.#statements.all<Row>(sql, params);
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    if (isTurnOver()) await turnUnderLock();
    return this.#statements.get<Row>(sql, params);
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    if (isTurnOver()) await turnUnderLock();
    return this.#statements.run(sql, params);
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    if (isTurnOver()) await turnUnderLock();
    this.#statements.run(sql, params);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const sql = `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`;
    await this.#runAll(sql, rows);
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    const sql = rowUpdate(table, key, columns);
    await this.#runAll(
      sql,
      rows.map(([id, ...values]) => [...values, id as string]),
    );
  }

  /** Runs a statement for each row. Nobody is waited for but at the end of a turn. */
  async #runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const row of rows) {
      if (isTurnOver()) await turnUnderLock();
      this.#statements.run(sql, row);
    }
  }

  /** BEGIN IMMEDIATE already keeps every other writer off. */
  async lock(): Promise<void> {}
}
