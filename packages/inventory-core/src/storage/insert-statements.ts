import type { SqlValue } from "../contract/storage/storage.ts";

/** A statement of shared SQL, with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Most parameters of one statement: PostgreSQL counts them in 16 bits, SQLite takes 32,766. */
const MAX_PARAMETERS = 30_000;

/** One insert of many rows, in as many statements as the protocol needs. */
export function* insertStatements(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Generator<Statement> {
  const perStatement = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length));
  const row = `(${columns.map(() => "?").join(", ")})`;
  for (let at = 0; at < rows.length; at += perStatement) {
    const slice = rows.slice(at, at + perStatement);
    yield {
      sql: `insert into ${table} (${columns.join(", ")}) values ${slice.map(() => row).join(", ")}`,
      params: slice.flat() as SqlValue[],
    };
  }
}
