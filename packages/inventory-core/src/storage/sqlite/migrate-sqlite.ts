import type Database from "better-sqlite3";
import type { StorageOpenOptions } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE, missingMigrations } from "../opening/migrate.ts";
import type { MigrationRun, OpeningTransaction } from "../opening/run-migrations.ts";
import { lackingColumns, readMigrations } from "./applied-migrations.ts";
import { SqliteStatements } from "./sqlite-sql.ts";
import { SqliteTransaction } from "./sqlite-transaction.ts";

/** As the ORM's migrator made it in earlier versions. */
const CREATE_MIGRATION_TABLE = `create table if not exists ${MIGRATION_TABLE} (
  id integer not null primary key autoincrement, name text, executed_at datetime not null default current_timestamp)`;

/**
 * Brings the database nearer to the newest version, in one transaction under the write lock: processes that start together migrate one
 * after the other, or in turns where a migration has slices.
 * @returns false when there is more to do, in a next transaction
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN, DATABASE_NOT_MIGRATED
 */
export async function advanceSqlite(transaction: OpeningTransaction, open: StorageOpenOptions, run: MigrationRun): Promise<boolean> {
  const pending = missingMigrations(open, "sqlite", await readMigrations(transaction));
  if (pending.length > 0) {
    await transaction.define(CREATE_MIGRATION_TABLE);
    for (const { name, type } of await lackingColumns(transaction))
      await transaction.define(`alter table ${MIGRATION_TABLE} add column ${name} ${type}`);
  }
  return await run.advance(transaction, pending);
}

/** A transaction of the writing handle in which the database is brought up to date. */
export class OpeningSqlite extends SqliteTransaction implements OpeningTransaction {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super(new SqliteStatements(database), () => {
      throw new TypeError("a migration has no unit of work: its entities are those of the newest version");
    });
    this.#database = database;
  }

  async define(statement: string): Promise<void> {
    this.#database.exec(statement);
  }
}
