import type { MikroORM } from "@mikro-orm/core";
import type { CompiledQuery, DatabaseConnection, DatabaseIntrospector, Dialect, Driver, QueryResult } from "kysely";
import type { StoredModel } from "../../contract/storage/storage.ts";
import { openOrm } from "../orm.ts";
import type { Session } from "./session.ts";
import type { SessionDialect } from "./session-dialect.ts";

/** Opens the ORM over the writing session: its own BEGIN, COMMIT and ROLLBACK do nothing, since the transaction is ours. */
export function openSessionOrm(name: string, models: readonly StoredModel[], dialect: SessionDialect, session: Session): MikroORM {
  const kysely: Dialect = {
    createDriver: () => new SessionDriver(session),
    createQueryCompiler: dialect.orm.compiler,
    createAdapter: dialect.orm.adapter,
    createIntrospector: (): DatabaseIntrospector => {
      throw new TypeError("tables are made by migrations alone");
    },
  };
  return openOrm(models, { driver: dialect.orm.driver, options: { dbName: name, driverOptions: () => kysely } });
}

class SessionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(session: Session) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, changes } = await session.query(sql, parameters as never);
        return { rows: rows as R[], numAffectedRows: BigInt(changes) };
      },
      // oxlint-disable-next-line require-yield -- lists have their own way of reading
      async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
        throw new TypeError("a write transaction does not stream");
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
