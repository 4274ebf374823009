import type { z } from "zod";
import type { DocumentType } from "../document-type.ts";
import type { PagedRecords } from "./read-page.ts";

/** The records of a table as its documents say. */
export function pagedDocuments<S extends z.ZodObject>(type: DocumentType<S>): PagedRecords {
  const sql = `select t.id, ${type.docSql("t")} as doc from ${type.table} t where t.id = any(?)`;
  return {
    table: type.table,
    openTexts: async (queries) => {
      const completion = await type.completion(queries);
      return async (ids) => {
        const rows = await queries.all<{ readonly id: string; readonly doc: string }>(sql, [ids]);
        const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
        return await type.currentAll(
          queries,
          ids.flatMap((id) => docs.get(id) ?? []),
          completion,
        );
      };
    },
  };
}
