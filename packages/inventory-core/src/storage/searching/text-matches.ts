import type { IndexedTable, TextSteps } from "../../contract/storage/storage.ts";
import type { Ask } from "./ordered-records.ts";

/** Matches that one statement of the text index gives. */
export const MATCHES_PER_STEP = 4000;

/** Matches that are asked for first: more than are put in order, so that a search for what many have goes no further. */
const FIRST_MATCHES = 2000;

/** Records that one look at a trigram gives: of fewer, all that follow are known. */
const PROBED_RECORDS = 1000;

/** Texts that one statement reads. */
const TEXTS_PER_STEP = 250;

/** Trigrams that are looked at, at most, to find a rare one. */
const MAX_PROBES = 12;

/** A trigram, and the next records that have it. */
interface Probe {
  readonly trigram: string;
  readonly seqs: readonly number[];
}

/** The text index of a table, and who asks it. */
interface Asked {
  readonly ask: Ask;
  readonly steps: TextSteps;
  readonly table: IndexedTable;
}

/**
 * Numbers of the records of a table whose search text contains all of some needles, the first of three characters at least, in steps. The
 * index gives those of the first needle where they are few. Where they are many, it tells from there on which records have the rarest
 * trigram of it, and their texts tell the rest: for each further step it would look for the whole needle from the beginning again.
 */
export async function* textMatches(asked: Asked, needles: readonly string[]): AsyncGenerator<readonly number[]> {
  const { ask, steps, table } = asked;
  const [needle = "", ...others] = needles;
  const { sql, params } = steps.firstWith(table, needle, FIRST_MATCHES);
  const first = (await ask<{ seq: number }>(sql, params)).map(({ seq }) => seq);
  yield* containing(asked, first, others);
  if (first.length < FIRST_MATCHES) return;
  const trigrams = trigramsOf(needle);
  // All that there is to know of a needle of three characters is in the index.
  const unproved = trigrams.length === 1 ? others : needles;
  const rarest = await rarestOf(asked, trigrams, first.at(-1) as number);
  yield* containing(asked, rarest.seqs, unproved);
  for (let seqs = rarest.seqs, full = PROBED_RECORDS; seqs.length === full; full = MATCHES_PER_STEP) {
    seqs = await recordsWith(asked, rarest.trigram, seqs.at(-1) as number, MATCHES_PER_STEP);
    yield* containing(asked, seqs, unproved);
  }
}

function trigramsOf(needle: string): readonly string[] {
  const characters = [...needle];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")))];
}

async function recordsWith({ ask, steps, table }: Asked, trigram: string, after: number, limit: number): Promise<readonly number[]> {
  const { sql, params } = steps.recordsWith(table, trigram, { after, limit });
  return (await ask<{ seq: number }>(sql, params)).map(({ seq }) => seq);
}

/** Of trigrams that many records have, the rarest is the one whose next so many records after a number reach farthest. */
async function rarestOf(asked: Asked, trigrams: readonly string[], after: number): Promise<Probe> {
  let rarest: Probe = { trigram: "", seqs: [] };
  const stride = Math.ceil(trigrams.length / MAX_PROBES);
  for (const trigram of trigrams.filter((_, at) => at % stride === 0)) {
    const seqs = await recordsWith(asked, trigram, after, PROBED_RECORDS);
    if (seqs.length < PROBED_RECORDS) return { trigram, seqs };
    if (rarest.trigram === "" || (seqs.at(-1) as number) > (rarest.seqs.at(-1) as number)) rarest = { trigram, seqs };
  }
  return rarest;
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
