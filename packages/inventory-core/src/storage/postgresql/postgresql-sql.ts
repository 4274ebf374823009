import { createHash } from "node:crypto";
import type { SqlValue } from "../../contract/storage/storage.ts";

const translated = new Map<string, string>();

/** Texts kept translated; lists with filters make a few hundred at most. */
const MAX_TEXTS = 1000;

/** The shared SQL in PostgreSQL's words: `?` becomes `$1`, `$2` … */
export function toPostgresqlSql(sql: string): string {
  let text = translated.get(sql);
  if (text === undefined) {
    let index = 0;
    text = sql.replaceAll(/list\(\?\) (\w+)/g, "unnest(?::text[]) as $1 (value)").replaceAll("?", () => `$${(index += 1)}`);
    if (translated.size >= MAX_TEXTS) translated.clear();
    translated.set(sql, text);
  }
  return text;
}

/** A statement as the driver takes it. */
export interface DriverQuery {
  text: string;
  values: unknown[];
  name?: string;
}

/** Makes a statement of shared SQL for the driver. */
export type ToQuery = (sql: string, params?: readonly SqlValue[]) => DriverQuery;

/** Texts with a name, so that a connection plans each of them once. */
const names = new Map<string, string>();

/**
 * A query that the server keeps prepared on its connection. Its name is made of its text, so that a name means one text
 * in every process. Past a number of texts, new ones are not kept.
 */
export const preparedQuery: ToQuery = (sql, params = []) => {
  const query = unnamedQuery(sql, params);
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= MAX_TEXTS) return query;
    name = `cadastre_${createHash("sha256").update(query.text).digest("base64url").slice(0, 24)}`;
    names.set(sql, name);
  }
  return { ...query, name };
};

/** A query that leaves nothing on its connection, which may be another one the next time. */
export const unnamedQuery: ToQuery = (sql, params = []) => ({ text: toPostgresqlSql(sql), values: toParameters(params) });

/** Parameters for the driver, which takes a mutable list. */
export function toParameters(params: readonly SqlValue[] = []): unknown[] {
  return [...params];
}

/** One update of many rows by key; every column is a text. */
export function updateStatement(table: string, key: string, columns: readonly string[]): string {
  const sets = columns.map((column) => `${column} = v.${column}`).join(", ");
  const lists = [key, ...columns].map(() => "?::text[]").join(", ");
  return `update ${table} as t set ${sets} from unnest(${lists}) as v (${[key, ...columns].join(", ")}) where t.${key} = v.${key}`;
}
