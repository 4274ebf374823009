import type { SqlValue } from "../../contract/storage/storage.ts";
import { ALL_NAMES, type NameRange } from "./name-ranges.ts";
import { type Ask, type NumberedDocuments, numberedPages } from "./ordered-records.ts";
import type { SeqSet } from "./seq-set.ts";

/** Records that one statement looks at: each is read for it. */
const RECORDS_PER_STEP = 200;

/** A condition on alias `t` of a record, which looks at what one record has. */
export interface RecordCondition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

interface Walked {
  readonly seq: number;
  readonly name: string;
  readonly id: string;
  readonly is_match: number;
}

/**
 * Documents of records that meet a condition, by name and id, from a walk along the names: the first are there before the others are
 * looked at. For what many records meet.
 *
 * @param sent records that are passed over; those that are given are added
 * @param ranges of names, in order
 */
export async function* walkedPages(
  ask: Ask,
  documents: NumberedDocuments,
  { sql, params }: RecordCondition,
  sent: SeqSet,
  ranges: readonly NameRange[] = [ALL_NAMES],
): AsyncGenerator<readonly string[], void> {
  for (const { from, below } of ranges) {
    for (let after: Pick<Walked, "name" | "id"> = { name: from, id: "" }; ;) {
      const rows = await ask<Walked>(
        `select t.seq, t.name, t.id, case when ${sql} then 1 else 0 end as is_match from ${documents.table} t
         where (t.name, t.id) > (?, ?)${below === null ? "" : " and t.name < ?"} order by t.name, t.id limit ${RECORDS_PER_STEP}`,
        [...params, after.name, after.id, ...(below === null ? [] : [below])],
      );
      const found = rows.filter(({ seq, is_match: isMatch }) => isMatch === 1 && !sent.has(seq)).map(({ seq }) => seq);
      for (const seq of found) sent.add(seq);
      yield* numberedPages(ask, documents, found);
      const last = rows.at(-1);
      if (last === undefined || rows.length < RECORDS_PER_STEP) break;
      after = last;
    }
  }
}
