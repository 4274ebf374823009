import type { Plugin } from "@cadastre/inventory-core";
import type { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { encryptedColumns } from "../host/stored-plugins.ts";

/** Ids of the keys of ENCRYPTION_KEY without which a database is not whole. */
export interface KeyNeeds {
  /** Something is encrypted under them: a server does not start without. */
  readonly encrypted: readonly string[];
  /** They seal audit rows, which cannot be verified without. */
  readonly sealed: readonly string[];
}

/** A stored secret is `v1.<key id>.<data>`. */
const KEY_ID = (column: string): string => `substr(${column}, 4, instr(substr(${column}, 4), '.') - 1)`;

export function keyNeeds(snapshot: SqliteSnapshot, plugins: readonly Plugin[]): KeyNeeds {
  const tables = new Map(snapshot.tables().map(({ name, columns }) => [name, columns]));
  const values = (table: string, column: string, expression: string): readonly string[] =>
    tables.get(table)?.includes(column) === true ? snapshot.distinct(table, expression, `${column} is not null`) : [];
  const encrypted = encryptedColumns(plugins).flatMap(({ table, column }) => values(table, column, KEY_ID(column)));
  return { encrypted: [...new Set(encrypted)].toSorted(), sealed: values("audit", "seal_key", "seal_key").toSorted() };
}
