import type Database from "better-sqlite3";
import type { StoredModel } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE, missingMigrations } from "../opening/migrate.ts";
import type { MigrationRun, OpeningTransaction } from "../opening/run-migrations.ts";
import { addRequirements, appliedMigrations } from "./applied-migrations.ts";
import { SqliteStatements } from "./sqlite-sql.ts";
import { SqliteTransaction } from "./sqlite-transaction.ts";
import type { Writer } from "./writer.ts";

/** As the ORM's migrator made it in earlier versions. */
const CREATE_MIGRATION_TABLE = `create table if not exists ${MIGRATION_TABLE} (
  id integer not null primary key autoincrement, name text, executed_at datetime not null default current_timestamp)`;

/**
 * Brings the database to the newest version, in transactions under the write lock: processes that start together migrate one after the
 * other, or in turns where a migration has slices.
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN
 */
export async function migrateSqlite(writer: Writer, models: readonly StoredModel[], run: MigrationRun): Promise<void> {
  const { database } = writer;
  const transaction: OpeningTransaction = new OpeningSqlite(database);
  const advance = async (): Promise<boolean> => {
    const pending = missingMigrations(models, "sqlite", appliedMigrations(database));
    if (pending.length > 0) {
      database.exec(CREATE_MIGRATION_TABLE);
      addRequirements(database);
    }
    return await run.advance(transaction, pending);
  };
  while (!(await writer.transaction(advance)));
}

class OpeningSqlite extends SqliteTransaction implements OpeningTransaction {
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
