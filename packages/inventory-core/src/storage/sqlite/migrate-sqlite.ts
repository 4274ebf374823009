import type Database from "better-sqlite3";
import type { StoredModel } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE, missingMigrations } from "../opening/migrate.ts";
import type { MigrationRun, OpeningTransaction } from "../opening/run-migrations.ts";
import { SqliteStatements } from "./sqlite-sql.ts";
import { SqliteTransaction } from "./sqlite-transaction.ts";
import type { Writer } from "./writer.ts";

/** As the ORM's migrator made it in earlier versions. */
const CREATE_MIGRATION_TABLE = `create table if not exists ${MIGRATION_TABLE} (
  id integer not null primary key autoincrement, name text, executed_at datetime not null default current_timestamp)`;

/** Names of the migrations that a database has. */
export function executedMigrations(database: Database.Database): readonly string[] {
  const isThere = database.prepare("select 1 from sqlite_schema where name = ?").get(MIGRATION_TABLE) !== undefined;
  return isThere ? database.prepare<[], string>(`select name from ${MIGRATION_TABLE}`).pluck().all() : [];
}

/**
 * Brings the database to the newest version, in transactions under the write lock: processes that start together migrate one after the
 * other, or in turns where a migration has slices.
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN
 */
export async function migrateSqlite(writer: Writer, models: readonly StoredModel[], run: MigrationRun): Promise<void> {
  const { database } = writer;
  const transaction: OpeningTransaction = new OpeningSqlite(database);
  const advance = async (): Promise<boolean> => {
    const pending = missingMigrations(models, "sqlite", executedMigrations(database));
    if (pending.length > 0) database.exec(CREATE_MIGRATION_TABLE);
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
