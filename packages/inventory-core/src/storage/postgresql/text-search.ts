import type { TextSearch } from "../../contract/storage/storage.ts";
import { containsPattern } from "../like.ts";

/** Text search by pg_trgm: its GIN index serves LIKE with a pattern of three characters and more. */
export const postgresqlTextSearch: TextSearch = {
  contains(_, needle) {
    return { sql: `d.search_text like ? escape '\\'`, params: [containsPattern(needle)] };
  },
};
