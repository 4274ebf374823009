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
}

/**
 * Numbers of the records of a table whose search text contains all of some needles, the first of three characters at least, in steps. The
 * index gives those of the first needle, and their texts tell of the others.
 */
export async function* textMatches(asked: Asked, needles: readonly string[]): AsyncGenerator<readonly number[]> {
  const { ask, steps, table } = asked;
  const [needle = "", ...others] = needles;
  for (let after: number | undefined = 0; after !== undefined;) {
    const through: number = after + NUMBERS_PER_STEP;
    const { sql, params } = steps.matches(table, needle, { after, through, limit: MATCHES_PER_STEP });
    const seqs = (await ask<{ seq: number }>(sql, params)).map(({ seq }) => seq);
    yield* containing(asked, seqs, others);
    after = seqs.length < MATCHES_PER_STEP ? await numberBeforeNext(asked, through) : seqs.at(-1);
  }
}

/** Numbers of records that are gone are passed over: where inventories are imported anew each night, most of them are. */
async function numberBeforeNext({ ask, table }: Asked, after: number): Promise<number | undefined> {
  const [row] = await ask<{ next: number | null }>(`select min(seq) as next from ${table} where seq > ?`, [after]);
  return typeof row?.next === "number" ? row.next - 1 : undefined;
}

/** Those of some records whose search text contains all needles, a step at a time: whoever has enough asks no further. */
async function* containing({ ask, table }: Asked, seqs: readonly number[], needles: readonly string[]): AsyncGenerator<readonly number[]> {
  if (needles.length === 0) {
    yield seqs;
    return;
  }
  const conditions = needles.map(() => "instr(search_text, ?) > 0").join(" and ");
  for (let at = 0; at < seqs.length; at += TEXTS_PER_STEP) {
    const rows = await ask<{ seq: number }>(`select seq from ${table} where seq = any(?) and ${conditions}`, [
      seqs.slice(at, at + TEXTS_PER_STEP),
      ...needles,
    ]);
    yield rows.map(({ seq }) => seq);
  }
}
