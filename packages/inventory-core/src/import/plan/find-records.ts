import type { z } from "zod";
import type { RecordReader } from "../../contract/access/private-records.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { type Found, groupByKey, type KeyedKind } from "../../natural-keys/natural-key.ts";
import { titleSql } from "../../records/record-table.ts";
import { placeFields } from "../../records/access/record-place.ts";
import { scopeCondition, scopeOf } from "../../records/access/record-scope.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import type { DocumentType } from "../../storage/document-type.ts";

const byKey =
  (kind: KeyedKind) =>
  async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await groupByKey(queries, kind, names);

/** Records by name, grouped by what the name is unique in: as many rows as there are such groups, however many bear the name. */
export const findByName = {
  field: byKey("field"),
  network: async (queries: Queries, names: readonly string[]): Promise<Found[]> => await groupByKey(queries, "network", names, "name"),
  device: byKey("device"),
  pool: byKey("pool"),
};

/**
 * Records of a type by name, also of a declared kind: there by their titles, grouped by what they are in.
 * @param reader who sees no private records of others
 */
export async function findNamed(
  queries: Queries,
  kinds: RecordKinds,
  type: string,
  names: readonly string[],
  reader: RecordReader,
): Promise<readonly Found[]> {
  const kind = kinds.find(type)?.kind;
  if (kind === undefined) return Object.hasOwn(findByName, type) ? await findByName[type as keyof typeof findByName](queries, names) : [];
  if (names.length === 0) return [];
  const within = placeFields(kind).filter(({ facts }) => facts.kind === "reference");
  const scope = within.length === 0 ? "''" : `coalesce(${[...within.map((field) => `t.${field.name}`), "''"].join(", ")})`;
  const title = titleSql(kind, "t");
  const seen = scopeCondition(kind, scopeOf(reader), "t");
  return await queries.all<Found>(
    `select ${title} as name, ${scope} as scope, min(t.id) as id, max(t.id) as other, count(*) as count from ${kind.name} t
     where ${title} = any(?)${seen === undefined ? "" : ` and ${seen.sql}`} group by ${within.length === 0 ? title : `${title}, ${scope}`}`,
    [names, ...(seen?.params ?? [])],
  );
}

/** Networks by the keys of their subnets, grouped by space and datacenter; `name` is the key. */
export const findBySubnet = byKey("network");

/** Those of some ids that are there. */
export async function findIds(queries: Queries, table: string | undefined, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || table === undefined) return new Set();
  const rows = await queries.all<{ id: string }>(`select id from ${table} where id = any(?)`, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Records of a table that keeps documents, by id. */
export async function findDocuments<S extends z.ZodObject>(
  queries: Queries,
  type: DocumentType<S>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.output<S>>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<{ id: string; doc: string }>(
    `select t.id, ${type.docSql("t")} as doc from ${type.table} t where t.id = any(?)`,
    [ids],
  );
  const texts = await type.currentAll(
    queries,
    rows.map(({ doc }) => doc),
  );
  return new Map(rows.map(({ id }, index) => [id, JSON.parse(texts[index] as string) as z.output<S>]));
}

/** What is said when several records could be meant: two of their ids. */
export function severalOf(what: string, { count, id, other }: Pick<Found, "count" | "id" | "other">): string {
  return `${count} ${what}, among them ${id} and ${other}: say which by its id, or give them different names`;
}
