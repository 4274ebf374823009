import type { SqlValue } from "../../contract/storage/storage.ts";

const translated = new Map<string, string>();

/** Texts kept translated; lists with filters make a few hundred at most. */
export const MAX_TEXTS = 1000;

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
