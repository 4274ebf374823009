import type Database from "better-sqlite3";
import type { AppliedMigration } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "../opening/migrate.ts";
import { REQUIRES_COLUMN } from "../opening/migration-compatibility.ts";

/** The migrations of a SQLite database, in the order in which they were applied; none where it has no tables of ours. */
export function appliedMigrations(database: Database.Database): readonly AppliedMigration[] {
  const columns = columnsOf(database);
  if (columns.length === 0) return [];
  const requires = columns.includes(REQUIRES_COLUMN) ? REQUIRES_COLUMN : `null as ${REQUIRES_COLUMN}`;
  return database.prepare<[], AppliedMigration>(`select name, ${requires} from ${MIGRATION_TABLE} order by id`).all();
}

/** Adds the column that records which migration a program must know, where a database of before lacks it. */
export function addRequirements(database: Database.Database): void {
  if (!columnsOf(database).includes(REQUIRES_COLUMN))
    database.exec(`alter table ${MIGRATION_TABLE} add column ${REQUIRES_COLUMN} varchar(255)`);
}

function columnsOf(database: Database.Database): readonly string[] {
  return database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(MIGRATION_TABLE);
}
