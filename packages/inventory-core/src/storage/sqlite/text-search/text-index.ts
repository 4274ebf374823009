import type { StaleText, TextIndex } from "../../../contract/storage/storage.ts";

interface IndexedText {
  readonly seq: number;
  readonly id: string | null;
  /** Code points of the search text. */
  readonly length: number | null;
  /** Number of trigrams in the index, as a variable-length integer in hex digits; null when the device is not indexed. */
  readonly size: string | null;
  readonly found: number;
}

/** A trigram begins at each code point but the last two. */
const trigrams = (length: number): number => Math.max(0, length - 2);

/** SQLite's variable-length integer: seven bits a byte, highest first, for the lengths that texts have. */
const integerOf = (hex: string): number => (hex.match(/../g) ?? []).reduce((sum, byte) => sum * 128 + (Number.parseInt(byte, 16) & 127), 0);

function problemOf({ id, length, size, found }: IndexedText): string | undefined {
  if (id === null || length === null) return "indexed, without a device";
  if (size === null) return "not indexed";
  return found === 0 || integerOf(size) !== trigrams(length) ? "another text is indexed" : undefined;
}

/**
 * The FTS5 index keeps no texts, so they are compared by what it has: the whole text as a phrase is found in the device's
 * entry, and the entry has no more trigrams than the text. The triggers of `device` keep it in line.
 */
export const sqliteTextIndex: TextIndex = {
  async compare(queries, after, limit) {
    const rows = await queries.all<IndexedText>(
      `with s (seq) as (
         select seq from (select seq from device where seq > ? order by seq limit ?)
         union select id from (select id from device_search_docsize where id > ? order by id limit ?) order by 1 limit ?)
       select s.seq, d.id, length(d.search_text) as length, hex(z.sz) as size,
         case when z.id is null or coalesce(length(d.search_text), 0) < 3 then 1
           else (select count(*) from device_search f where f.device_search match '"' || replace(d.search_text, '"', '""') || '"'
             and f.rowid = s.seq) end as found
       from s left join device d on d.seq = s.seq left join device_search_docsize z on z.id = s.seq order by s.seq`,
      [after, limit, after, limit, limit],
    );
    const stale = rows.flatMap((row): StaleText[] => {
      const problem = problemOf(row.size === "" ? { ...row, size: null } : row);
      return problem === undefined ? [] : [{ seq: row.seq, id: row.id, problem }];
    });
    return { rows: rows.length, stale, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
  },

  async rewrite(transaction, seqs) {
    await transaction.run("delete from device_search where rowid = any(?)", [seqs]);
    await transaction.run("insert into device_search (rowid, text) select seq, search_text from device where seq = any(?)", [seqs]);
  },
};
