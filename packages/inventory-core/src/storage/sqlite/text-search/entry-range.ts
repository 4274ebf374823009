/**
 * Limits numbers of entries to a range, of two parameters. FTS5 begins at the first and ends with the last of it only where they are
 * integers; better-sqlite3 binds every number as a real, with which it goes through all entries from the beginning of the index.
 */
export const WITHIN = "between cast(? as integer) and cast(? as integer)";
