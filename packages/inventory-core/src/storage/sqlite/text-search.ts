import type { TextSearch } from "../../contract/storage.ts";
import { containsPattern } from "../like.ts";
import { sqliteTextIndex } from "./text-index.ts";

/** The trigram index answers needles of three characters and more; shorter ones scan the search text. */
const SHORTEST_INDEXED = 3;

/** Text search by FTS5's trigram tokenizer. */
export const sqliteTextSearch: TextSearch = {
  index: sqliteTextIndex,
  deviceContains(needle) {
    if ([...needle].length < SHORTEST_INDEXED) {
      return { sql: `d.search_text like ? escape '\\'`, params: [containsPattern(needle)] };
    }
    // One FTS5 string: everything in it is literal, a quote is written twice.
    return {
      sql: "d.seq in (select rowid from device_search where device_search match ?)",
      params: [`"${needle.replaceAll('"', '""')}"`],
    };
  },
};
