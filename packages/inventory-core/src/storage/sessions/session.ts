/** A value as a session takes it: what the dialect made of a parameter. On SQLite a list is a text, its JSON; on PostgreSQL a list. */
export type SessionValue = string | number | bigint | null | readonly string[] | readonly number[];

/** What came of one statement. */
export interface SessionResult {
  /** Its rows, plain objects by the names of their columns. Integers are numbers; one that a number does not hold exactly is a text. */
  readonly rows: readonly object[];
  /** Rows that it changed. */
  readonly changes: number;
}

/**
 * One session of a database, as its driver has it: what one statement leaves open (a transaction, a cursor) the next one finds.
 * Statements come one after the other, each when the one before it is done.
 */
export interface Session {
  /**
   * Runs one statement in the words of its dialect, with `?` on SQLite and `$1` on PostgreSQL for its parameters.
   * Rejects with the driver's error, which has the code of the dialect as `code`: `SQLITE_BUSY`, SQLSTATE `40001`.
   */
  query(sql: string, params: readonly SessionValue[]): Promise<SessionResult>;
  /**
   * The rows of a query one by one, from one snapshot; SQLite alone asks for it. A session that has none reads a list at once, and keeps
   * it in memory. One that a reader leaves early is closed.
   */
  rows?(sql: string, params: readonly SessionValue[]): IterableIterator<object>;
  /** Ends it, with whatever is open. */
  close(): Promise<void> | void;
}

/** What a session is for: `write` for every change, `read` for single statements, `list` for one list at a time. */
export type SessionPurpose = "write" | "read" | "list";
