import type { EntityManager } from "@mikro-orm/core";
import type { PoolClient } from "pg";
import type { Lock, SqlValue, Transaction } from "../../contract/storage.ts";
import { lockStatement } from "./postgresql-locks.ts";
import { insertStatements, preparedQuery, toParameters, toPostgresqlSql, updateStatement } from "./postgresql-sql.ts";

/** A transaction on one connection, shared with the ORM's unit of work. */
export class PostgresqlTransaction implements Transaction {
  readonly em: EntityManager;
  readonly #client: PoolClient;

  constructor(em: EntityManager, client: PoolClient) {
    this.em = em;
    this.#client = client;
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

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const { sql, params } of insertStatements(table, columns, rows)) {
      // As many texts as there are row counts: not worth keeping prepared.
      await this.#client.query(toPostgresqlSql(sql), toParameters(params));
    }
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    if (rows.length === 0) return;
    const lists = [key, ...columns].map((_, index) => rows.map((row) => row[index] ?? null));
    await this.run(updateStatement(table, key, columns), lists as unknown as readonly SqlValue[]);
  }

  async lock(...locks: readonly Lock[]): Promise<void> {
    const statement = lockStatement(locks);
    if (statement !== null) await this.#client.query(toPostgresqlSql(statement.sql), toParameters(statement.params));
  }
}
