import type { Queries, StoredDocuments } from "../../contract/storage/storage.ts";
import { rowsByKey } from "../../storage/list-reading/rows-by-key.ts";
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
    for await (const rows of rowsOf(queries, type, [...ids])) {
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

interface Stored {
  readonly id: string;
  readonly doc: string;
}

async function* rowsOf(queries: Queries, type: StoredDocuments, ids: readonly string[]): AsyncGenerator<readonly Stored[], void> {
  const { table, key } = type;
  const doc = type.docSql?.("t") ?? "t.doc";
  const [only = ""] = key;
  if (key.length === 1) {
    const text = { name: "doc", sql: doc, length: type.lengthSql?.("t") };
    return yield* rowsByKey(queries, { key: only, from: `${table} t`, columns: [`t.${only} as id`], text, most: SLICE }, ids);
  }
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    const keys = slice.map((id) => id.split(BETWEEN)).filter((parts) => parts.length === key.length);
    if (keys.length === 0) continue;
    const places = keys.map((parts) => `(${parts.map(() => "?").join(", ")})`).join(", ");
    const id = key.map((column) => `t.${column}`);
    yield await queries.all(
      `select ${id.join(` || '${BETWEEN}' || `)} as id, ${doc} as doc from ${table} t where (${id.join(", ")}) in (values ${places})`,
      keys.flat(),
    );
  }
}
