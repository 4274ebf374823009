import type { AppliedMigration } from "./storage.ts";

/** A table as it is copied from one database to another. */
export interface StoredTable {
  /** Name of the table. */
  readonly name: string;
  /** Its columns, by name. */
  readonly columns: readonly string[];
}

/** The values of a row as text, in the order of the columns. Numbers are written in digits, as both databases write them. */
export type StoredRow = readonly (string | null)[];

/** The rows of a database as they were at one moment, whatever is written meanwhile. */
export interface StoredRows {
  /** Every table whose rows are no copy of others; without what a database makes by itself, and the list of migrations. */
  tables(): readonly StoredTable[];
  /** The migrations that were applied, in order. */
  migrations(): readonly AppliedMigration[];
  /** Number of rows of a table. */
  count(table: string): number;
  /** Highest number that the sequence of the table gave, also to rows that are gone; undefined when it has none. */
  lastNumber(table: string): bigint | undefined;
  /** All rows, ordered by these columns; text by code point. */
  rows(table: StoredTable, order: readonly string[]): Iterable<StoredRow>;
}
