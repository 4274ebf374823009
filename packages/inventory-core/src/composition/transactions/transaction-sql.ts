import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { callErrors } from "../../contract/errors/call-errors.ts";
import type { DialectName, NativeResult } from "../../contract/storage/storage.ts";

const DIALECTS: Readonly<Record<DialectName, Pick<Dialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgresql: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Runs a statement with its parameters. */
export type RunStatement = (sql: string, params: readonly unknown[]) => Promise<NativeResult>;

/** Kysely, whose statements are those of one transaction. */
export function transactionSql(dialect: DialectName, run: RunStatement): Kysely<unknown> {
  return new Kysely({ dialect: { ...DIALECTS[dialect], createDriver: () => new TransactionDriver(run) } });
}

/** A driver with the one connection of the transaction, which it neither opens nor ends. */
class TransactionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(run: RunStatement) {
    const executeQuery = async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, changes } = await run(sql, parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    };
    this.#connection = {
      executeQuery,
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await executeQuery<Row>(query);
      },
    };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** @throws TRANSACTION_OPEN */
  async beginTransaction(): Promise<void> {
    throw callErrors.TRANSACTION_OPEN({ what: "another transaction" });
  }

  async init(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
