import type { TextSearch } from "../../../contract/storage/storage.ts";
import { containsPattern } from "../../like.ts";
import { sqliteTextIndex, WITHIN } from "./text-index.ts";

/** The trigram index answers needles of three characters and more; shorter ones scan the search text. */
const MIN_INDEXED = 3;

/** One FTS5 string: everything in it is literal, a quote is written twice. */
const phraseOf = (needle: string): string => `"${needle.replaceAll('"', '""')}"`;

/** Text search by FTS5's trigram tokenizer. */
export const sqliteTextSearch: TextSearch = {
  indexes: [sqliteTextIndex("device"), sqliteTextIndex("network")],
  contains(table, needle) {
    if ([...needle].length < MIN_INDEXED) {
      return { sql: `d.search_text like ? escape '\\'`, params: [containsPattern(needle)] };
    }
    return { sql: `d.seq in (select rowid from ${table}_search where ${table}_search match ?)`, params: [phraseOf(needle)] };
  },
  steps: {
    matches(table, text, { after, through, limit }) {
      return {
        sql: `select rowid as seq from ${table}_search where ${table}_search match ? and rowid ${WITHIN} order by rowid limit ?`,
        params: [phraseOf(text), after + 1, through, limit],
      };
    },
  },
};
