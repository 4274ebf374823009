import type { EntityManager } from "@mikro-orm/core";
import type { SqlValue, Transaction } from "../../contract/storage.ts";
import type { SqliteStatements } from "./sqlite-sql.ts";

/** A transaction on the one writing handle: prepared statements on the handle that the ORM's transaction is open on. */
export class SqliteTransaction implements Transaction {
  readonly #openEm: () => EntityManager;
  readonly #statements: SqliteStatements;
  #em: EntityManager | undefined;

  /** @param openEm makes the unit of work, which most changes do not need */
  constructor(statements: SqliteStatements, openEm: () => EntityManager) {
    this.#statements = statements;
    this.#openEm = openEm;
  }

  get em(): EntityManager {
    return (this.#em ??= this.#openEm());
  }

  /** Writes what the unit of work still has. */
  async flush(): Promise<void> {
    await this.#em?.flush();
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.#statements.all<Row>(sql, params);
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#statements.get<Row>(sql, params);
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return this.#statements.run(sql, params);
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    this.#statements.run(sql, params);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const sql = `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`;
    for (const row of rows) this.#statements.run(sql, row);
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    const sql = `update ${table} set ${columns.map((column) => `${column} = ?`).join(", ")} where ${key} = ?`;
    for (const [id, ...values] of rows) this.#statements.run(sql, [...values, id as string]);
  }

  /** BEGIN IMMEDIATE already keeps every other writer off. */
  async lock(): Promise<void> {}
}
