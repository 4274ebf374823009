import { isTurnOver, turnUnderLock } from "../../../background/loop-turn.ts";
import type { IndexedTable, Queries, StaleText, TextIndex } from "../../../contract/storage/storage.ts";

/**
 * Limits numbers of entries to a range, of two parameters. FTS5 begins at the first and ends with the last of it only where they are
 * integers; better-sqlite3 binds every number as a real, with which it goes through all entries from the beginning of the index.
 */
export const WITHIN = "between cast(? as integer) and cast(? as integer)";

interface IndexedText {
  readonly seq: number;
  readonly id: string | null;
  readonly text: string | null;
  /** Number of trigrams in the index, as a variable-length integer in hex digits; null when the record is not indexed. */
  readonly size: string | null;
}

/** Entries that one statement goes through, about: it keeps everybody else waiting. */
const ENTRIES_PER_STEP = 4000;

/** Trigrams that one statement looks up: each is found before its entries are gone through. */
const MAX_TRIGRAMS_PER_STEP = 100;

/** Texts that are in memory together. */
const TEXTS_PER_STEP = 200;

/** Texts of which it is told which differ. */
const MAX_TOLD = 10;

/** Texts of characters of one code unit each need no taking apart. */
const SURROGATE = /[\ud800-\udfff]/;

/** One trigram for each code point but the last two, in order. */
function trigramsOf(text: string): readonly string[] {
  if (!SURROGATE.test(text)) return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));
  const characters = [...text];
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
}

/** SQLite's variable-length integer: seven bits a byte, highest first, for the lengths that texts have. */
const integerOf = (hex: string): number => (hex.match(/../g) ?? []).reduce((sum, byte) => sum * 128 + (Number.parseInt(byte, 16) & 127), 0);

function problemOf(table: IndexedTable, { id, text, size }: IndexedText, length: number): string | undefined {
  if (id === null || text === null) return `indexed, without a ${table}`;
  if (size === null || size === "") return "not indexed";
  return integerOf(size) === length ? undefined : OTHER_TEXT;
}

const OTHER_TEXT = "another text is indexed";

/** Entries of the index that have a trigram, as two numbers: how many, and the sum of their own numbers. */
interface Entries {
  docs: number;
  sum: number;
}

/** The entries of some texts, the last of which was counted last: a text may have a trigram twice. */
interface Counted extends Entries {
  last: number;
}

type Trigrams = Map<string, Counted>;

function addEntry(trigrams: Trigrams, trigram: string, seq: number): void {
  const entries = trigrams.get(trigram);
  if (entries === undefined) trigrams.set(trigram, { docs: 1, sum: seq, last: seq });
  else if (entries.last !== seq) {
    entries.last = seq;
    entries.docs += 1;
    entries.sum += seq;
  }
}

/** Parts of some trigrams that a statement each goes through. */
function* stepsOf(trigrams: Trigrams): Generator<readonly string[]> {
  let [part, entries]: [string[], number] = [[], 0];
  for (const [trigram, { docs }] of trigrams) {
    part.push(trigram);
    entries += docs;
    if (entries < ENTRIES_PER_STEP && part.length < MAX_TRIGRAMS_PER_STEP) continue;
    yield part;
    [part, entries] = [[], 0];
  }
  if (part.length > 0) yield part;
}

type Range = readonly [first: number, last: number];

/** Entries of a range that have a trigram `t.value`. */
const having = (table: IndexedTable): string =>
  `${table}_search f on f.${table}_search match '"' || replace(t.value, '"', '""') || '"' and f.rowid ${WITHIN}`;

/** @returns trigrams whose entries of a range are not those of the texts */
async function differing(queries: Queries, table: IndexedTable, expected: Trigrams, range: Range): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const some of stepsOf(expected)) {
    if (isTurnOver()) await turnUnderLock();
    const rows = await queries.all<{ trigram: string } & Entries>(
      `select t.value as trigram, count(*) as docs, sum(f.rowid) as sum from list(?) t cross join ${having(table)} group by t.key`,
      [some, ...range],
    );
    const found = new Map(rows.map((row) => [row.trigram, row]));
    for (const trigram of some) {
      const [is, should] = [found.get(trigram), expected.get(trigram)];
      if (is?.docs !== should?.docs || is?.sum !== should?.sum) wrong.push(trigram);
    }
  }
  return wrong;
}

/** @returns numbers of the few entries that have a trigram which their texts have not, or the other way round */
async function entriesApart(
  queries: Queries,
  table: IndexedTable,
  texts: readonly IndexedText[],
  trigrams: readonly string[],
  range: Range,
): Promise<readonly number[]> {
  const rows = await queries.all<{ trigram: string; seq: number }>(
    `select t.value as trigram, f.rowid as seq from list(?) t cross join ${having(table)}`,
    [trigrams, ...range],
  );
  const found = new Set(rows.map(({ trigram, seq }) => `${seq}/${trigram}`));
  return texts.flatMap(({ seq, text }) =>
    trigrams.some((trigram) => found.has(`${seq}/${trigram}`) !== (text?.includes(trigram) === true)) ? [seq] : [],
  );
}

/** Records and entries after a number, in order. */
async function textsAfter(queries: Queries, table: IndexedTable, after: number, limit: number): Promise<readonly IndexedText[]> {
  return await queries.all<IndexedText>(
    `with s (seq) as (
       select seq from (select seq from ${table} where seq > ? order by seq limit ?)
       union select id from (select id from ${table}_search_docsize where id > ? order by id limit ?) order by 1 limit ?)
     select s.seq, d.id, d.search_text as text, hex(z.sz) as size
     from s left join ${table} d on d.seq = s.seq left join ${table}_search_docsize z on z.id = s.seq order by s.seq`,
    [after, limit, after, limit, limit],
  );
}

/**
 * The FTS5 index keeps no texts, so they are compared by what it has: how many trigrams an entry has, and which ones. The index answers
 * for one trigram and all entries of a range at once; looking for one whole text would go through all entries before it. The triggers of
 * the table keep it in line.
 */
export const sqliteTextIndex = (table: IndexedTable): TextIndex => ({
  table,

  async compare(queries, after, limit) {
    const problems = new Map<number, string>();
    const expected: Trigrams = new Map();
    let [last, count, few]: [number, number, readonly IndexedText[]] = [after, 0, []];
    for (let isFull = true; isFull && count < limit;) {
      const most = Math.min(TEXTS_PER_STEP, limit - count);
      few = await textsAfter(queries, table, last, most);
      isFull = few.length === most;
      count += few.length;
      last = few.at(-1)?.seq ?? last;
      for (const row of few) {
        if (isTurnOver()) await turnUnderLock();
        const trigrams = trigramsOf(row.text ?? "");
        const problem = problemOf(table, row, trigrams.length);
        if (problem !== undefined) problems.set(row.seq, problem);
        for (const trigram of trigrams) addEntry(expected, trigram, row.seq);
      }
    }
    const next = count < limit ? null : last;
    const isFew = count <= MAX_TOLD;
    const range = [after + 1, last] as const;
    const wrong = isFew || problems.size === 0 ? await differing(queries, table, expected, range) : [];
    if (!isFew) return { rows: count, stale: [], next, isUnsure: problems.size + wrong.length > 0 };
    for (const seq of await entriesApart(queries, table, few, wrong, range)) if (!problems.has(seq)) problems.set(seq, OTHER_TEXT);
    const stale = few.flatMap(({ seq, id }): StaleText[] => {
      const problem = problems.get(seq);
      return problem === undefined ? [] : [{ seq, id, problem }];
    });
    return { rows: count, stale, next };
  },

  async rewrite(transaction, seqs) {
    await transaction.run(`delete from ${table}_search where rowid = any(?)`, [seqs]);
    await transaction.run(`insert into ${table}_search (rowid, text) select seq, search_text from ${table} where seq = any(?)`, [seqs]);
  },
});
