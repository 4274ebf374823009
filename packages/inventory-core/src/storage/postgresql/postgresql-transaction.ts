import type { EntityManager } from "@mikro-orm/core";
import type { PoolClient, QueryConfig } from "pg";
import type { Lock, SqlValue, Transaction } from "../../contract/storage.ts";
import { lockStatement } from "./postgresql-locks.ts";
import { insertStatements, preparedQuery, toParameters, toPostgresqlSql, updateStatement } from "./postgresql-sql.ts";

/**
 * A transaction on one connection, shared with the ORM's unit of work. Statements go out one behind the other without
 * waiting for answers, which come in the same order: only what a caller reads costs a round trip.
 */
export class PostgresqlTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #openEm: () => EntityManager;
  #em: EntityManager | undefined;
  #failed: { readonly error: unknown } | undefined;

  /** @param openEm makes the unit of work, which most changes do not need */
  constructor(client: PoolClient, openEm: () => EntityManager) {
    this.#client = client;
    this.#openEm = openEm;
  }

  get em(): EntityManager {
    return (this.#em ??= this.#openEm());
  }

  begin(): void {
    this.#send({ text: "begin" });
  }

  /** Writes what the unit of work still has, and commits. */
  async commit(): Promise<void> {
    await this.#em?.flush();
    const { command } = await this.#client.query("commit");
    // A transaction that failed before answers COMMIT with ROLLBACK, and no error.
    if (command !== "COMMIT") throw new Error(`the transaction ended with ${command}`);
  }

  /** Why it really failed: after a statement that nobody waited for failed, every later one only says that it was in vain. */
  causeOf(error: unknown): unknown {
    return this.#failed === undefined ? error : this.#failed.error;
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#client.query(preparedQuery(sql, params))).rows as Row[];
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return (await this.#client.query(preparedQuery(sql, params))).rowCount ?? 0;
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    this.#send(preparedQuery(sql, params));
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const { sql, params } of insertStatements(table, columns, rows)) {
      // One row is the usual case; of more there are as many texts as row counts, not worth keeping prepared.
      this.#send(rows.length === 1 ? preparedQuery(sql, params) : { text: toPostgresqlSql(sql), values: toParameters(params) });
    }
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    if (rows.length === 0) return;
    const lists = [key, ...columns].map((_, index) => rows.map((row) => row[index] ?? null));
    await this.exec(updateStatement(table, key, columns), lists as unknown as readonly SqlValue[]);
  }

  async lock(...locks: readonly Lock[]): Promise<void> {
    const statement = lockStatement(locks);
    if (statement !== null) await this.exec(statement.sql, statement.params);
  }

  #send(query: QueryConfig): void {
    this.#client.query(query).catch((error: unknown) => (this.#failed ??= { error }));
  }
}
