import type { Client } from "pg";

/** A table as PostgreSQL describes it. */
export interface TableShape {
  readonly name: string;
  /** Type of each column, by name. */
  readonly types: ReadonlyMap<string, string>;
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  /** The column whose numbers a sequence gives. */
  readonly identity: string | undefined;
  /** Other tables that its rows refer to. */
  readonly refersTo: readonly string[];
}

const COLUMNS = `select table_name as table, column_name as column, data_type as type, is_identity = 'YES' as identity
  from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`;

const KEYS = `select c.relname as table, a.attname as column from pg_index i
  join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
  join unnest(i.indkey) with ordinality k (attnum, place) on true
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum where i.indisprimary order by c.relname, k.place`;

const REFERENCES = `select distinct c.relname as table, f.relname as other from pg_constraint r join pg_class c on c.oid = r.conrelid
  join pg_class f on f.oid = r.confrelid where r.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.oid <> f.oid`;

/** The tables of the schema, but one. @throws TypeError for one without a key, whose rows could not be compared */
export async function tableShapes(client: Client, except: string): Promise<readonly TableShape[]> {
  const { rows: columns } = await client.query<{ table: string; column: string; type: string; identity: boolean }>(COLUMNS);
  const { rows: keys } = await client.query<{ table: string; column: string }>(KEYS);
  const { rows: references } = await client.query<{ table: string; other: string }>(REFERENCES);
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => name !== except);
  return names.map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = keys.filter(({ table }) => table === name).map(({ column }) => column);
    if (key.length === 0) throw new TypeError(`the table ${name} has no primary key`);
    return {
      name,
      types: new Map(own.map(({ column, type }) => [column, type])),
      key,
      identity: own.find(({ identity }) => identity)?.column,
      refersTo: references.filter(({ table }) => table === name).map(({ other }) => other),
    };
  });
}

/** Names of the tables so that each comes after those it refers to. @throws TypeError when some refer to each other in a ring */
export function insertedTables(shapes: readonly TableShape[]): readonly string[] {
  const order: string[] = [];
  let waiting = [...shapes];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refersTo }) => refersTo.every((name) => order.includes(name)));
    if (ready.length === 0) throw new TypeError(`tables refer to each other in a ring: ${waiting.map(({ name }) => name).join(", ")}`);
    order.push(...ready.map(({ name }) => name));
    waiting = waiting.filter((shape) => !ready.includes(shape));
  }
  return order;
}
