import type { TextSearch } from "../../../contract/storage/storage.ts";
import { containsPattern } from "../../like.ts";
import { sqliteTextIndex, WITHIN } from "./text-index.ts";

/** The trigram index answers needles of three characters and more; shorter ones scan the search text. */
const MIN_INDEXED = 3;

/** One FTS5 string: everything in it is literal, a quote is written twice. */
const stringOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A query of the index. */
interface IndexQuery {
  readonly match: string;
  /** Whether it finds nothing but texts that contain the needle. */
  readonly isExact: boolean;
}

/** Parts of a needle that have each of their trigrams once, and have all trigrams of the needle together. */
function partsOf(needle: string): readonly string[] {
  const characters = [...needle];
  const parts = new Set<string>();
  let [from, own]: [number, Set<string>] = [0, new Set()];
  for (let at = 0; at + MIN_INDEXED <= characters.length; at += 1) {
    const trigram = characters.slice(at, at + MIN_INDEXED).join("");
    if (own.has(trigram)) {
      parts.add(characters.slice(from, at + MIN_INDEXED - 1).join(""));
      [from, own] = [at, new Set()];
    }
    own.add(trigram);
  }
  return [...parts.add(characters.slice(from).join(""))];
}

/**
 * FTS5 finds a string by the places of its trigrams. If a needle has a trigram twice, each place in a text is compared with each place in
 * the needle: a text of one repeated letter costs its length times that of the needle. So a needle is looked for in parts which have each
 * trigram once, wherever they are, and the texts tell the rest (decision 0513).
 */
function queryOf(needle: string): IndexQuery {
  const parts = partsOf(needle);
  return { match: parts.map(stringOf).join(" AND "), isExact: parts[0] === needle };
}

/** Text search by FTS5's trigram tokenizer. */
export const sqliteTextSearch: TextSearch = {
  indexes: [sqliteTextIndex("device"), sqliteTextIndex("network"), sqliteTextIndex("record_text")],
  contains(table, needle) {
    if ([...needle].length < MIN_INDEXED) {
      return { sql: `d.search_text like ? escape '\\'`, params: [containsPattern(needle)] };
    }
    const { match, isExact } = queryOf(needle);
    const found = `d.seq in (select rowid from ${table}_search where ${table}_search match ?)`;
    return isExact ? { sql: found, params: [match] } : { sql: `${found} and instr(d.search_text, ?) > 0`, params: [match, needle] };
  },
  steps: {
    matches(table, text, { after, through, limit }) {
      const { match, isExact } = queryOf(text);
      return {
        sql: `select rowid as seq from ${table}_search where ${table}_search match ? and rowid ${WITHIN} order by rowid limit ?`,
        params: [match, after + 1, through, limit],
        isExact,
      };
    },
  },
};
