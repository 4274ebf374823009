import type { EntityManager } from "@mikro-orm/core";
import { CompiledQuery, type QueryExecutorProvider, type Transaction as KyselyTransaction } from "kysely";
import type { Lock, SqlValue, Transaction } from "../../contract/storage.ts";
import { lockStatement } from "./postgresql-locks.ts";
import { insertStatements, toParameters, toPostgresqlSql, updateStatement } from "./postgresql-sql.ts";

/** A transaction on one connection of the ORM's pool; statements bind their parameters on that connection. */
export class PostgresqlTransaction implements Transaction {
  readonly em: EntityManager;
  readonly #connection: KyselyTransaction<unknown> & QueryExecutorProvider;

  constructor(em: EntityManager) {
    this.em = em;
    this.#connection = em.getTransactionContext() as KyselyTransaction<unknown>;
  }

  async all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    const result = await this.#connection.executeQuery<Row>(CompiledQuery.raw(toPostgresqlSql(sql), toParameters(params)));
    return result.rows;
  }

  async get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, params))[0];
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    const result = await this.#connection.executeQuery(CompiledQuery.raw(toPostgresqlSql(sql), toParameters(params)));
    return Number(result.numAffectedRows ?? 0n);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    for (const { sql, params } of insertStatements(table, columns, rows)) await this.run(sql, params);
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    if (rows.length === 0) return;
    const lists = [key, ...columns].map((_, index) => rows.map((row) => row[index] ?? null));
    await this.run(updateStatement(table, key, columns), lists as unknown as readonly SqlValue[]);
  }

  async lock(...locks: readonly Lock[]): Promise<void> {
    const statement = lockStatement(locks);
    if (statement !== null) await this.all(statement.sql, statement.params);
  }
}
