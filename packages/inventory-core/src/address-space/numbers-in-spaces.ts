import { type Ask, ROWS_PER_STEP } from "../storage/searching/ordered-records.ts";
import { EVERY_SPACE } from "./space-numbers.ts";

/** Rows of a table that is indexed by space and key, and that lead to records with numbers. */
export interface SpacedRows {
  /** A statement up to its conditions, with the columns `seq`, `id` and `key`. */
  readonly select: string;
  /** The columns of the index, and the id of the row. */
  readonly space: string;
  readonly key: string;
  readonly id: string;
}

interface SpacedRow {
  readonly seq: number;
  readonly id: string;
  readonly key: string;
}

/**
 * Numbers (`seq`) of the records that rows with keys from `lo` to `hi` lead to, in any space, a step at a time; a record comes once for
 * each of its rows.
 */
export async function* numbersInSpaces(
  ask: Ask,
  { select, space, key, id }: SpacedRows,
  { lo, hi }: { readonly lo: string; readonly hi: string },
): AsyncGenerator<readonly number[]> {
  // Few, as a rule: then one statement is enough. There are few spaces.
  const few = await ask<SpacedRow>(`${select} where ${space} in (${EVERY_SPACE}) and ${key} >= ? and ${key} <= ? limit ${ROWS_PER_STEP}`, [
    lo,
    hi,
  ]);
  if (few.length > 0) yield few.map(({ seq }) => seq);
  if (few.length < ROWS_PER_STEP) return;
  const spaces = await ask<{ space: number }>(`select space from (${EVERY_SPACE}) spaces order by 1`, []);
  for (const { space: number } of spaces) {
    for (let after: Pick<SpacedRow, "id" | "key"> = { key: lo, id: "" }; ;) {
      const rows = await ask<SpacedRow>(
        `${select} where ${space} = ? and (${key}, ${id}) > (?, ?) and ${key} <= ? order by ${key}, ${id} limit ${ROWS_PER_STEP}`,
        [number, after.key, after.id, hi],
      );
      if (rows.length > 0) yield rows.map(({ seq }) => seq);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_STEP) break;
      after = last;
    }
  }
}
