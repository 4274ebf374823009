import type { IndexedTable, TextSteps } from "../../contract/storage/storage.ts";
import type { Ask } from "./ordered-records.ts";

/** Matches that one statement of the text index gives: more than are put in order, so that a search for what many have goes no further. */
export const MATCHES_PER_STEP = 2000;

/**
 * Numbers of records whose entries one statement goes through at most, where hardly any matches. Where
 * all of them have each trigram of a text of twenty characters, that takes some 30 ms. Each statement begins with a look-up of each
 * trigram, some tenths of a millisecond.
 */
export const NUMBERS_PER_STEP = 100_000;

/** Texts that one statement reads. */
const TEXTS_PER_STEP = 250;

/** The text index of a table, and who asks it. */
interface Asked {
  readonly ask: Ask;
  readonly steps: TextSteps;
  readonly table: IndexedTable;
  /** The records that are searched: the table, or a subquery of it. */
  readonly source: string;
}

/**
 * Finds, in steps, the numbers of the records of a table whose search text contains all needles. The first needle has three characters or
 * more: the index finds candidates by it, and their texts are compared with the needles that the index cannot decide, or with all of them
 * where the table has records of other sources.
 */
export async function* textMatches(asked: Asked, needles: readonly string[]): AsyncGenerator<readonly number[]> {
  const { ask, steps, table, source } = asked;
  const [needle = "", ...others] = needles;
  for (let after: number | undefined = 0; after !== undefined;) {
    const through: number = after + NUMBERS_PER_STEP;
    const { sql, params, isExact } = steps.matches(table, needle, { after, through, limit: MATCHES_PER_STEP });
    const seqs = (await ask<{ seq: number }>(sql, params)).map(({ seq }) => seq);
    yield* containing(asked, seqs, isExact && source === table ? others : needles);
    after = seqs.length < MATCHES_PER_STEP ? await numberBeforeNext(asked, through) : seqs.at(-1);
  }
}

/** Numbers of records that are gone are passed over: where inventories are imported anew each night, most of them are. */
async function numberBeforeNext({ ask, source }: Asked, after: number): Promise<number | undefined> {
  const [row] = await ask<{ next: number | null }>(`select min(seq) as next from ${source} where seq > ?`, [after]);
  return typeof row?.next === "number" ? row.next - 1 : undefined;
}

/** Those of some records whose search text contains all needles, a step at a time: whoever has enough asks no further. */
async function* containing({ ask, source }: Asked, seqs: readonly number[], needles: readonly string[]): AsyncGenerator<readonly number[]> {
  if (needles.length === 0) {
    yield seqs;
    return;
  }
  const conditions = needles.map(() => "instr(search_text, ?) > 0").join(" and ");
  for (let at = 0; at < seqs.length; at += TEXTS_PER_STEP) {
    const rows = await ask<{ seq: number }>(`select seq from ${source} where seq = any(?) and ${conditions}`, [
      seqs.slice(at, at + TEXTS_PER_STEP),
      ...needles,
    ]);
    yield rows.map(({ seq }) => seq);
  }
}
