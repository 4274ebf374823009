import { createHash } from "node:crypto";
import type { SqlValue } from "../../contract/storage/storage.ts";
import { MAX_TEXTS, toParameters, toPostgresqlSql } from "./postgresql-sql.ts";
import { ROW_PARSERS } from "./row-parsers.ts";

/** A statement as the driver takes it. */
export interface DriverQuery {
  text: string;
  values: unknown[];
  types: typeof ROW_PARSERS;
  name?: string;
}

/** Makes a statement of shared SQL for the driver. */
export type ToQuery = (sql: string, params?: readonly SqlValue[]) => DriverQuery;

/** Texts with a name, so that a connection plans each of them once. */
const names = new Map<string, string>();

/** The name of a prepared statement of a text, the same in every process. */
export const statementName = (text: string): string => `cadastre_${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;

/**
 * A query that the server keeps prepared on its connection. Its name is made of its text, so that a name means one text
 * in every process. Past a number of texts, new ones are not kept.
 */
export const preparedQuery: ToQuery = (sql, params = []) => {
  const query = unnamedQuery(sql, params);
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= MAX_TEXTS) return query;
    name = statementName(query.text);
    names.set(sql, name);
  }
  return { ...query, name };
};

/** A query that leaves nothing on its connection, which may be another one the next time. */
export const unnamedQuery: ToQuery = (sql, params = []) => ({
  text: toPostgresqlSql(sql),
  values: toParameters(params),
  types: ROW_PARSERS,
});
