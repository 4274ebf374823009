import type { Queries } from "../contract/storage/storage.ts";
import { titleColumn } from "../fields/own-fields.ts";
import { type HomeId, homeOf } from "../records/access/record-place.ts";
import { type RecordScope, scopeText } from "../records/access/record-scope.ts";
import { documentsOf, hasOwnTexts } from "../records/record-table.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import type { RecordWriter } from "../records/record-types.ts";
import { detailOf, titleOf } from "../records/texts/record-text.ts";
import { type FoundRow, MAX_ALIKE, type NameRow, type Within } from "./name-rows.ts";
import type { NameTerms } from "./name-paths.ts";

/** Records of a declared kind that some part of a text names. */
export async function declaredByName(
  queries: Queries,
  kinds: RecordKinds,
  service: RecordWriter,
  terms: NameTerms,
  scope: RecordScope,
): Promise<readonly FoundRow[]> {
  const { kind } = service;
  const seen = scopeText(kind, scope, "t");
  const isSeen = seen === "" ? "" : ` and id in (select t.id from ${kind.name} t where ${seen})`;
  const from = hasOwnTexts(kind)
    ? { sql: `${kind.name} where`, params: [] }
    : { sql: "record_text where kind = ? and", params: [kind.name] };
  const rows = await queries.all<{ id: string }>(
    // Few have a name: SQLite would rather read all of the kind along the index of the order, if it had one.
    `select id from ${from.sql} name_key = any(?)${isSeen} order by name || '', id limit ${MAX_ALIKE}`,
    [...from.params, [...terms.parts]],
  );
  const ids = rows.map(({ id }) => id);
  return (await declaredById(queries, kinds, service, ids, scope)).map((row) => ({ row, others: [] }));
}

/** Records of a declared kind of some ids, by their titles: a statement for the records, and one for each kind of place. */
export async function declaredById(
  queries: Queries,
  kinds: RecordKinds,
  { kind }: RecordWriter,
  ids: readonly string[],
  scope: RecordScope,
): Promise<readonly NameRow[]> {
  if (ids.length === 0) return [];
  const seen = scopeText(kind, scope, "t");
  const rows = await queries.all<{ doc: string }>(
    `select ${documentsOf(kind).docSql("t")} as doc from ${kind.name} t where t.id = any(?)${seen && ` and ${seen}`} ` +
      `order by t.${kind.title}, t.id`,
    [ids],
  );
  const records = rows.map(({ doc }) => JSON.parse(doc) as Readonly<Record<string, unknown>> & { readonly id: string });
  const homes = records.map((record) => homeOf(kind, record));
  const places = await placesOf(
    queries,
    kinds,
    homes.flatMap((home) => home ?? []),
  );
  return records.map((record, at) => ({
    id: record.id,
    name: titleOf(kind, record),
    detail: detailOf(kind, record),
    network_id: null,
    network: null,
    subnet: null,
    datacenter_id: null,
    datacenter: null,
    space_id: null,
    space: null,
    within: places.get(homes[at]?.id ?? "") ?? null,
  }));
}

/** The places of some records, by their ids: a statement for each kind of place. */
async function placesOf(queries: Queries, kinds: RecordKinds, homes: readonly HomeId[]): Promise<ReadonlyMap<string, Within>> {
  const places = new Map<string, Within>();
  for (const [type, same] of Map.groupBy(homes, (home) => home.type)) {
    const table = kinds.tableOf(type);
    if (table === undefined) continue;
    const rows = await queries.all<{ id: string; name: string }>(
      `select id, cast(${titleColumn(kinds, type)} as text) as name from ${table} where id = any(?)`,
      [[...new Set(same.map(({ id }) => id))]],
    );
    for (const { id, name } of rows) places.set(id, { type, id, name });
  }
  return places;
}
