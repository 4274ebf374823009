import type { RecordKind } from "../../contract/record-kind.ts";
import { searchTermsOf } from "../../storage/search-text.ts";
import type { Searched } from "../../storage/searching/searched-records.ts";
import { type RecordScope, scopeText } from "../access/record-scope.ts";
import { documentsOf } from "../record-table.ts";

/**
 * The kind of a text where records are known by their numbers. SQLite has no statistics: it takes an index of the kind for better than the
 * numbers, and goes through all records of the kind.
 */
export const UNINDEXED_KIND = "kind || ''";

/** What a search looks for among the records of a kind that a caller may see: in their texts, of which the documents are read. */
export function searchedRecords(kind: RecordKind, q: string, scope: RecordScope): Searched {
  const seen = scopeText(kind, scope, "t");
  const isSeen = seen === "" ? "" : ` and id in (select t.id from ${kind.name} t where ${seen})`;
  const documents = documentsOf(kind);
  const texts = (kindSql: string): string =>
    `(select seq, id, name, name_key, search_text from record_text where ${kindSql} = '${kind.name}'${isSeen})`;
  return {
    table: "record_text",
    documents: {
      table: texts("kind"),
      byNumber: texts(UNINDEXED_KIND),
      docSql: (alias) => `(select ${documents.docSql("k")} from ${kind.name} k where k.id = ${alias}.id)`,
      lengthSql: (alias) => documents.lengthSql(alias),
      completion: async (queries) => await documents.completion(queries),
      currentAll: async (queries, stored, completion) => await documents.currentAll(queries, stored, completion),
    },
    terms: searchTermsOf(q),
    first: [],
    others: [],
    conditions: [],
  };
}
