import type { Queries, StoredDocuments } from "../../contract/storage/storage.ts";
import { withoutVersion } from "../../storage/document-version.ts";

/** Records that a change touched: ids by table. */
export type Touched = ReadonlyMap<string, ReadonlySet<string>>;

/** Texts of records by table and id, as the API returns them. */
export type Images = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Documents that are read in one statement. */
const SLICE = 500;

/** Between the parts of the id of a record that several columns name: `parent/child/type`. */
const BETWEEN = "/";

/** Reads records as they are at the moment. Those that do not exist are left out, and so are things that have no documents. */
export async function imagesOf(queries: Queries, documents: ReadonlyMap<string, StoredDocuments>, touched: Touched): Promise<Images> {
  const images = new Map<string, ReadonlyMap<string, string>>();
  for (const [table, ids] of touched) {
    const type = documents.get(table);
    if (type === undefined) continue;
    const own = new Map<string, string>();
    const all = [...ids];
    for (let at = 0; at < all.length; at += SLICE) {
      const rows = await rowsOf(queries, type, all.slice(at, at + SLICE));
      const rewritten = await type.rewritten(
        queries,
        rows.map(({ doc }) => doc),
      );
      for (const { id, doc } of rows) own.set(id, withoutVersion(rewritten.get(doc) ?? doc));
    }
    images.set(table, own);
  }
  return images;
}

async function rowsOf(queries: Queries, type: StoredDocuments, ids: readonly string[]): Promise<{ id: string; doc: string }[]> {
  const { table, key } = type;
  const doc = type.docSql?.(table) ?? "doc";
  if (key.length === 1) return await queries.all(`select ${key[0]} as id, ${doc} as doc from ${table} where ${key[0]} = any(?)`, [ids]);
  const keys = ids.map((id) => id.split(BETWEEN)).filter((parts) => parts.length === key.length);
  if (keys.length === 0) return [];
  const places = keys.map((parts) => `(${parts.map(() => "?").join(", ")})`).join(", ");
  return await queries.all(
    `select ${key.join(` || '${BETWEEN}' || `)} as id, ${doc} as doc from ${table} where (${key.join(", ")}) in (values ${places})`,
    keys.flat(),
  );
}
