import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Statement } from "../insert-statements.ts";

/** Rows of one statement, which is some megabytes at most. */
const MAX_ROWS = 2000;

/**
 * An insert of many rows as one parameter. It takes two thirds of the time of a list of values: that has a parameter for each value and
 * a text for each number of rows, which the server parses anew, while this one stays prepared. The types are those of the table.
 */
export function* insertMany(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Generator<Statement> {
  const list = columns.join(", ");
  const sql = `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ?::json)`;
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    yield { sql, params: [JSON.stringify(rows.slice(at, at + MAX_ROWS).map((row) => recordOf(columns, row)))] };
  }
}

/** A row as JSON takes it. A replacer would be asked for each value of each row, and take half of the time. */
function recordOf(columns: readonly string[], row: readonly SqlValue[]): Readonly<Record<string, SqlValue>> {
  const record: Record<string, SqlValue> = {};
  columns.forEach((column, index) => {
    const value = row[index] ?? null;
    record[column] = typeof value === "bigint" ? String(value) : value;
  });
  return record;
}
