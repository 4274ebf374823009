import type Database from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver, type TransactionSettings } from "kysely";

/**
 * Whether a transaction of ours is open on the handle. Kysely never gives a connection back when BEGIN or COMMIT fails,
 * and then everybody waits for it, so those two are ours: inside, the ORM's BEGIN, COMMIT and ROLLBACK do nothing.
 */
export interface OuterTransaction {
  open: boolean;
}

class OuterDriver extends SqliteDriver {
  readonly #outer: OuterTransaction;

  constructor(database: Database.Database, outer: OuterTransaction) {
    super({ database });
    this.#outer = outer;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (this.#outer.open) return;
    await connection.executeQuery(CompiledQuery.raw(settings?.accessMode === "read only" ? "begin" : "begin immediate"));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#outer.open) await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#outer.open) await super.rollbackTransaction(connection);
  }
}

/** Kysely's SQLite dialect over a handle of ours. */
export class OuterSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;
  readonly #outer: OuterTransaction;

  constructor(database: Database.Database, outer: OuterTransaction) {
    super({ database });
    this.#database = database;
    this.#outer = outer;
  }

  override createDriver(): SqliteDriver {
    return new OuterDriver(this.#database, this.#outer);
  }
}
