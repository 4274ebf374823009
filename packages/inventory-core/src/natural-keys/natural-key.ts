import { EVERY_SPACE } from "../address-space/space-numbers.ts";
import type { Queries, SqlValue } from "../contract/storage/storage.ts";

/** Columns that identify the records of one kind, for imports, `find` and `ensure`. Records may share a key: then they are twins. */
interface NaturalKey {
  readonly table: string;
  readonly name: string;
  /** Column of the record, or kind of record, in which the name identifies; none where the name alone does. */
  readonly within?: string;
  /** Whether a record may be in none. */
  readonly isOptional?: true;
  /** Whether the address space is a part of the key. */
  readonly hasSpace?: true;
}

/** The natural key of each kind of record that has one. */
const NATURAL_KEYS = {
  field: { table: "field", name: "name", within: "record" },
  network: { table: "network", name: "cidr_key", within: "datacenter_id", isOptional: true, hasSpace: true },
  pool: { table: "pool", name: "name", within: "network_id" },
  device: { table: "device", name: "name", within: "datacenter_id", isOptional: true },
} as const satisfies Readonly<Record<string, NaturalKey>>;

/** A kind of record that has a natural key. */
export type KeyedKind = keyof typeof NATURAL_KEYS;

/** The values of a natural key. */
export interface KeyValues {
  /** Name of the record; of a network, the key of its subnet. */
  readonly name: string;
  /** Id of the datacenter or network, or the kind of record of a field; empty for none. */
  readonly scope: string;
  /** Number of the space of a network. */
  readonly space?: number | undefined;
}

/** The records of one key. */
export interface Found extends KeyValues {
  /** The lowest of their ids. */
  readonly id: string;
  /** The highest of their ids. */
  readonly other: string;
  readonly count: number;
}

/** The values of a natural key as one text. */
export const keyText = ({ name, scope, space }: KeyValues): string => `${space ?? ""} ${scope} ${name}`;

function scopeOf({ within, isOptional }: NaturalKey): string {
  if (within === undefined) return "''";
  return isOptional === true ? `coalesce(${within}, '')` : within;
}

/** Records by a column, grouped by what of their key is not that column: as many rows as groups, however many records share a key. */
export async function groupByKey(
  queries: Queries,
  kind: KeyedKind,
  names: readonly string[],
  column: string = NATURAL_KEYS[kind].name,
): Promise<Found[]> {
  if (names.length === 0) return [];
  const key: NaturalKey = NATURAL_KEYS[kind];
  const scope = scopeOf(key);
  const groups = [column, ...(key.hasSpace === true ? ["space"] : []), ...(key.within === undefined ? [] : [scope])];
  // The index of subnets begins with the space.
  const spaces = column === "cidr_key" ? `space in (${EVERY_SPACE}) and ` : "";
  return await queries.all<Found>(
    `select ${key.hasSpace === true ? "space, " : ""}${column} as name, ${scope} as scope, min(id) as id, max(id) as other,
       count(*) as count
     from ${key.table} where ${spaces}${column} = any(?) group by ${groups.join(", ")}`,
    [names],
  );
}

/** The lowest ids of the records of one key, in order: two when it has twins. */
export async function idsOfKey(queries: Queries, kind: KeyedKind, { name, scope, space }: KeyValues): Promise<readonly string[]> {
  const key: NaturalKey = NATURAL_KEYS[kind];
  const params: SqlValue[] = [name];
  let where = `${key.name} = ?`;
  if (key.hasSpace === true) {
    where += " and space = ?";
    params.push(space ?? null);
  }
  if (key.within !== undefined && scope === "" && key.isOptional === true) where += ` and ${key.within} is null`;
  else if (key.within !== undefined) {
    where += ` and ${key.within} = ?`;
    params.push(scope);
  }
  // In the order of the index, else PostgreSQL reads an index of the name alone.
  const order = [...(key.within === undefined ? [] : [key.within, key.name]), "id"].join(", ");
  const rows = await queries.all<{ readonly id: string }>(`select id from ${key.table} where ${where} order by ${order} limit 2`, params);
  return rows.map(({ id }) => id);
}
