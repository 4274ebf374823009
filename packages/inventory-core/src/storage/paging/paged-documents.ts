import type { z } from "zod";
import type { DocumentType } from "../document-type.ts";
import { textsByKey } from "../list-reading/rows-by-key.ts";
import type { PagedRecords } from "./read-page.ts";

/** Documents that one statement reads. */
const DOCUMENTS_PER_STEP = 50;

/** The records of a table as its documents say. */
export function pagedDocuments<S extends z.ZodObject>(type: DocumentType<S>): PagedRecords {
  return {
    table: type.table,
    openTexts: async (queries) => {
      const completion = await type.completion(queries);
      return (ids) => textsByKey(queries, type, { key: "id", from: `${type.table} t`, most: DOCUMENTS_PER_STEP, completion }, ids);
    },
  };
}
