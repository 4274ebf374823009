import { type Column, TABLES } from "../rows/tables.ts";

export type StorageName = "sqlite" | "postgresql";
export type Value = string | number | null;
export type Awaitable<T> = T | Promise<T>;

/** Rows by table, each with its values in the order of the table's columns. */
export type RowSet = ReadonlyMap<string, readonly (readonly Value[])[]>;

/** One connection to a database without the product: prepared statements, `?` for parameters on both databases. */
export interface RawDatabase {
  get(sql: string, params?: readonly Value[]): Awaitable<unknown>;
  all<Row>(sql: string, params?: readonly Value[]): Awaitable<readonly Row[]>;
  run(sql: string, params?: readonly Value[]): Awaitable<unknown>;
  /** Inserts rows the fastest way that the database has for so many. @param further columns at their end, beside the usual ones */
  insert(table: string, rows: readonly (readonly Value[])[], further?: readonly Column[]): Awaitable<void>;
  /** As durable as the product makes its own. */
  transaction(work: () => Awaitable<void>): Promise<void>;
  close(): Awaitable<void>;
}

/** Inserts the rows of every table. */
export async function insertRowSet(raw: RawDatabase, set: RowSet): Promise<void> {
  for (const [table, rows] of set) await raw.insert(table, rows);
}

export function columnsOf(table: string): readonly Column[] {
  const columns = TABLES[table];
  if (columns === undefined) throw new Error(`the bench does not know the columns of ${table}`);
  return columns;
}
