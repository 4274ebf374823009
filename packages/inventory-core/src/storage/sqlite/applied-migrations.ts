import type Database from "better-sqlite3";
import type { AppliedMigration, Queries } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "../opening/migrate.ts";
import { RECORD_COLUMNS } from "../opening/migration-compatibility.ts";

const COLUMNS = `select name from pragma_table_info('${MIGRATION_TABLE}')`;

interface ColumnName {
  readonly name: string;
}

type RecordColumn = (typeof RECORD_COLUMNS)[number];

const lackingOf = (columns: readonly ColumnName[]): readonly RecordColumn[] =>
  RECORD_COLUMNS.filter((record) => !columns.some(({ name }) => name === record.name));

/** The statement for the migrations of a database, in order; undefined where it has no tables of ours. */
function statementFor(columns: readonly ColumnName[]): string | undefined {
  if (columns.length === 0) return undefined;
  const lacking = new Set(lackingOf(columns).map(({ name }) => name));
  const records = RECORD_COLUMNS.map(({ name }) => (lacking.has(name) ? `null as ${name}` : name));
  return `select name, ${records.join(", ")} from ${MIGRATION_TABLE} order by id`;
}

/** The migrations of a SQLite database, in the order in which they were applied; none where it has no tables of ours. */
export async function readMigrations(queries: Queries): Promise<readonly AppliedMigration[]> {
  const statement = statementFor(await queries.all<ColumnName>(COLUMNS));
  return statement === undefined ? [] : await queries.all<AppliedMigration>(statement);
}

/** {@link readMigrations} of a handle, without a pause. */
export function appliedMigrations(database: Database.Database): readonly AppliedMigration[] {
  const statement = statementFor(database.prepare<[], ColumnName>(COLUMNS).all());
  return statement === undefined ? [] : database.prepare<[], AppliedMigration>(statement).all();
}

/** Columns for programs that do not know a migration which a database of before lacks. */
export async function lackingColumns(queries: Queries): Promise<readonly RecordColumn[]> {
  return lackingOf(await queries.all<ColumnName>(COLUMNS));
}
