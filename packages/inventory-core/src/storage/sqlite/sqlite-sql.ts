import type Database from "better-sqlite3";
import { measured } from "../../background/work-meter.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Statement } from "../insert-statements.ts";

/** Statements kept prepared per handle; past it the oldest goes, which only costs preparing it again. */
const MAX_STATEMENTS = 500;

/** The shared SQL in SQLite's words: a list parameter is a JSON array. */
function toSqliteSql(sql: string): string {
  return sql.replaceAll("= any(?)", "in (select value from json_each(?))").replaceAll("list(?)", "json_each(?)");
}

/** Parameters for a driver: a list is a JSON array. */
const toSqliteParams = (params: readonly SqlValue[] = []): (string | number | bigint | null)[] =>
  params.map((value) => (Array.isArray(value) ? JSON.stringify(value) : (value as string | number | bigint | null)));

/** A comparison with a list, or any other parameter. */
const PARAMETER = /= any\(\?\)|\?/g;

/** Places of the parameters that are compared with a list. */
const listsOf = (sql: string): readonly number[] =>
  [...sql.matchAll(PARAMETER)].flatMap(([parameter], place) => (parameter === "?" ? [] : [place]));

/** Places of those lists that have one value. */
const onesOf = (lists: readonly number[], params: readonly SqlValue[]): readonly number[] =>
  lists.filter((place) => (params[place] as readonly SqlValue[]).length === 1);

/** The statement that compares with a value in place of a list of one. */
function withoutLists(sql: string, ones: readonly number[]): string {
  let place = -1;
  return sql.replaceAll(PARAMETER, (parameter) => (ones.includes((place += 1)) ? "= ?" : parameter));
}

const valuesWithout = (params: readonly SqlValue[], ones: readonly number[]): readonly SqlValue[] =>
  ones.length === 0 ? params : params.map((value, at) => (ones.includes(at) ? ((value as readonly SqlValue[])[0] as SqlValue) : value));

/**
 * A statement of the shared SQL with its parameters for a driver. A list of one is the value itself: SQLite then opens no table for it, and
 * finds rows by further columns of an index.
 */
export function toSqlite(sql: string, params: readonly SqlValue[] = []): { sql: string; params: (string | number | bigint | null)[] } {
  const ones = onesOf(listsOf(sql), params);
  return { sql: toSqliteSql(withoutLists(sql, ones)), params: toSqliteParams(valuesWithout(params, ones)) };
}

/** The placeholders of some rows. */
function valuesOf(columns: number, count: number): string {
  const row = `(${"?, ".repeat(columns - 1)}?)`;
  return `${`${row}, `.repeat(count - 1)}${row}`;
}

type Rows = readonly (readonly SqlValue[])[];

/** Numbers of rows that one statement writes. FTS5 flushes its entries with each statement that has triggers: few statements are cheap. */
const ROWS_TOGETHER = [64, 8, 1] as const;

/** @param sqlOf statement for a number of rows: there are few, so that they stay prepared */
function* inStatements(rows: Rows, sqlOf: (count: number) => string): Generator<Statement> {
  for (let at = 0; at < rows.length;) {
    const count = ROWS_TOGETHER.find((size) => size <= rows.length - at) as number;
    yield { sql: sqlOf(count), params: rows.slice(at, at + count).flat() as SqlValue[] };
    at += count;
  }
}

/** Inserts of rows. */
export function rowInserts(table: string, columns: readonly string[], rows: Rows): Iterable<Statement> {
  const head = `insert into ${table} (${columns.join(", ")}) values `;
  return inStatements(rows, (count) => head + valuesOf(columns.length, count));
}

/** Updates of rows with different keys, each of which has the value of the key first. */
export function rowUpdates(table: string, key: string, columns: readonly string[], rows: Rows): Iterable<Statement> {
  const set = columns.map((column, index) => `${column} = v.column${index + 2}`).join(", ");
  const values = (count: number): string => valuesOf(columns.length + 1, count);
  return inStatements(rows, (count) => `update ${table} set ${set} from (values ${values(count)}) as v where ${table}.${key} = v.column1`);
}

/** Rows of a statement, or the number of rows that it changed. */
interface StatementResult {
  readonly rows: object[];
  readonly changes: number;
}

function resultOf(statement: Database.Statement, params: readonly unknown[]): StatementResult {
  if (!statement.reader) return { rows: [], changes: statement.run(...params).changes };
  const rows = statement.all(...params) as object[];
  return { rows, changes: rows.length };
}

/** A statement of the shared SQL as a handle has prepared it. */
interface Prepared {
  /** Places of the parameters that are compared with a list. */
  readonly lists: readonly number[];
  /** By the places of those lists that have one value. */
  readonly statements: Map<string, Database.Statement>;
}

/** A prepared statement and its parameters. */
type Bound = readonly [statement: Database.Statement, params: readonly unknown[]];

/** Prepared statements of one handle, by their text. */
export class SqliteStatements {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  #preparedOf(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = { lists: listsOf(sql), statements: new Map() };
      if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.delete(this.#prepared.keys().next().value as string);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }

  /** {@link toSqlite}, prepared. */
  #bound(sql: string, params: readonly SqlValue[]): Bound {
    const { lists, statements } = this.#preparedOf(sql);
    const ones = onesOf(lists, params);
    const key = ones.join();
    let statement = statements.get(key);
    if (statement === undefined) {
      statement = this.#database.prepare(toSqliteSql(withoutLists(sql, ones)));
      statements.set(key, statement);
    }
    return [statement, toSqliteParams(valuesWithout(params, ones))];
  }

  all<Row>(sql: string, params: readonly SqlValue[] = []): Row[] {
    return measured(() => {
      const [statement, values] = this.#bound(sql, params);
      return statement.all(...values) as Row[];
    });
  }

  get<Row>(sql: string, params: readonly SqlValue[] = []): Row | undefined {
    return measured(() => {
      const [statement, values] = this.#bound(sql, params);
      return statement.get(...values) as Row | undefined;
    });
  }

  run(sql: string, params: readonly SqlValue[] = []): number {
    return measured(() => {
      const [statement, values] = this.#bound(sql, params);
      return statement.run(...values).changes;
    });
  }

  /** Runs a statement of any kind. */
  query(sql: string, params: readonly SqlValue[]): StatementResult {
    return measured(() => resultOf(...this.#bound(sql, params)));
  }

  /** Runs a statement of any kind that has its values in its text, and keeps nothing of it. */
  once(sql: string): StatementResult {
    return measured(() => resultOf(this.#database.prepare(sql), []));
  }

  iterate<Row>(sql: string, params: readonly SqlValue[] = []): IterableIterator<Row> {
    // Not from the cache: a statement that is being iterated cannot run a second time.
    return this.#database.prepare(toSqliteSql(sql)).iterate(...toSqliteParams(params)) as IterableIterator<Row>;
  }
}
