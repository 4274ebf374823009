import { conflictDocuments } from "../conflicts/conflict.entity.ts";
import { deviceDocuments } from "../devices/device-rows.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { networkDocuments } from "../networks/network.entity.ts";
import { allocationDocuments } from "../pools/allocations/allocation-rows.ts";
import { poolDocuments } from "../pools/pool.entity.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { documentsOf } from "../records/record-table.ts";
import { relationshipDocuments } from "../relationships/relationship.entity.ts";
import { type KeyedDocuments, rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import type { Kind } from "./past-change.ts";

/** Texts of records by kind and id. */
export type Images = ReadonlyMap<Kind, ReadonlyMap<string, string>>;

const DOCUMENTS: Readonly<Record<string, KeyedDocuments>> = {
  network: networkDocuments,
  pool: poolDocuments,
  allocation: allocationDocuments,
  device: deviceDocuments,
  conflict: conflictDocuments,
};

/** Documents that are read in one statement. */
const SLICE = 500;

/** Records of a kind as they are, as callers see them; those that there are not are left out. */
export async function recordsOf(
  queries: Queries,
  declared: RecordKinds,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < ids.length; at += SLICE) {
    if (isTurnOver()) await turnUnderLock();
    const slice = ids.slice(at, at + SLICE);
    const rows = kind === "relationship" ? await relationshipsOf(queries, slice) : await textsOf(queries, declared, kind, slice);
    for (const [id, text] of rows) found.set(id, text);
  }
  return found;
}

type Texts = readonly (readonly [id: string, text: string])[];

async function textsOf(queries: Queries, declared: RecordKinds, kind: Kind, ids: readonly string[]): Promise<Texts> {
  const service = declared.find(kind);
  const type = service === undefined ? DOCUMENTS[kind] : documentsOf(service.kind);
  if (type === undefined) throw new TypeError(`${kind} is no kind of record`);
  const text = { name: "doc", sql: type.docSql("t"), length: type.lengthSql("t") };
  const found: (readonly [id: string, text: string])[] = [];
  const slices = rowsByKey<{ id: string; doc: string }>(queries, { key: "id", from: `${kind} t`, text, most: SLICE }, ids);
  for await (const rows of slices) {
    const texts = await type.currentAll(
      queries,
      rows.map(({ doc }) => doc),
    );
    for (const [index, { id }] of rows.entries()) found.push([id, texts[index] as string]);
  }
  return found;
}

/** @param ids as audit rows have them: `parent/child/type` */
async function relationshipsOf(queries: Queries, ids: readonly string[]): Promise<Texts> {
  const wanted = new Set(ids);
  const rows = await queries.all<{ id: string; doc: string }>(
    "select parent_id || '/' || child_id || '/' || type as id, doc from relationship where parent_id = any(?)",
    [[...new Set(ids.map((id) => id.slice(0, id.indexOf("/"))))]],
  );
  return rows.filter(({ id }) => wanted.has(id)).map(({ id, doc }) => [id, relationshipDocuments.text(doc)] as const);
}
