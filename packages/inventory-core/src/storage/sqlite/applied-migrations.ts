import type Database from "better-sqlite3";
import type { AppliedMigration, StorageMigration } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "../opening/migrate.ts";
import { REQUIRES_COLUMN, requirementOf } from "../opening/migration-compatibility.ts";

/** The migrations of a SQLite database, in the order in which they were applied; none where it has no tables of ours. */
export function appliedMigrations(database: Database.Database): readonly AppliedMigration[] {
  const columns = columnsOf(database);
  if (columns.length === 0) return [];
  const requires = columns.includes(REQUIRES_COLUMN) ? REQUIRES_COLUMN : `null as ${REQUIRES_COLUMN}`;
  return database.prepare<[], AppliedMigration>(`select name, ${requires} from ${MIGRATION_TABLE} order by id`).all();
}

/** Records of migrations that have just run which migration a program must know. In their transaction. */
export function recordRequirements(database: Database.Database, migrations: readonly StorageMigration[]): void {
  if (!columnsOf(database).includes(REQUIRES_COLUMN))
    database.exec(`alter table ${MIGRATION_TABLE} add column ${REQUIRES_COLUMN} varchar(255)`);
  const record = database.prepare(`update ${MIGRATION_TABLE} set ${REQUIRES_COLUMN} = ? where name = ?`);
  for (const migration of migrations) record.run(requirementOf(migration), migration.name);
}

function columnsOf(database: Database.Database): readonly string[] {
  return database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(MIGRATION_TABLE);
}
