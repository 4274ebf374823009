import type Database from "better-sqlite3";
import type { AppliedMigration, Queries } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "../opening/migrate.ts";
import { REQUIRES_COLUMN } from "../opening/migration-compatibility.ts";

const COLUMNS = `select name from pragma_table_info('${MIGRATION_TABLE}')`;

interface ColumnName {
  readonly name: string;
}

/** The statement for the migrations of a database, in order; undefined where it has no tables of ours. */
function statementFor(columns: readonly ColumnName[]): string | undefined {
  if (columns.length === 0) return undefined;
  const requires = columns.some(({ name }) => name === REQUIRES_COLUMN) ? REQUIRES_COLUMN : `null as ${REQUIRES_COLUMN}`;
  return `select name, ${requires} from ${MIGRATION_TABLE} order by id`;
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

/** Whether a database of before lacks the column that records which migration a program must know. */
export async function lacksRequirements(queries: Queries): Promise<boolean> {
  return !(await queries.all<ColumnName>(COLUMNS)).some(({ name }) => name === REQUIRES_COLUMN);
}
