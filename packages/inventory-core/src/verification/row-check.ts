import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { documentDifferences } from "./document-differences.ts";

/** Values of columns by name. A number is a column of numbers, a text or null one of texts. */
export type Columns = Readonly<Record<string, string | number | null>>;

/** One row: what some of its columns hold, and what they should. */
export interface DerivedRow {
  readonly id: string;
  readonly stored: Columns;
  readonly expected: Columns;
}

/** Columns that are derived, in a table whose key is `id`. */
export interface RowCheckSpec {
  readonly name: string;
  readonly table: string;
  /** Rows of greater ids than `after`, by id, `limit` at most. */
  readonly rows: (queries: Queries, after: string, limit: number) => Promise<readonly DerivedRow[]>;
  /** Rows of a slice; fewer where a row costs more. */
  readonly limit?: number;
}

/** Values as text, as the driver of one database gives a bigint as a text and the other as a number. */
const textOf = (value: string | number | null | undefined): string | null => (value === null || value === undefined ? null : String(value));

function differencesOf({ name, table }: RowCheckSpec, { id, stored, expected }: DerivedRow): Difference[] {
  return Object.keys(expected).flatMap((column): Difference[] => {
    const [is, should] = [textOf(stored[column]), textOf(expected[column])];
    if (is === should) return [];
    const [shownIs, shownShould] = column === "doc" ? documentDifferences(is ?? "", should ?? "") : [is, should];
    return [{ check: name, table, id, column, stored: shownIs, expected: shownShould }];
  });
}

/** Writes what the columns should be: a statement for the columns of texts, one for each value of each column of numbers. */
async function write(change: Change, table: string, rows: readonly DerivedRow[]): Promise<void> {
  const columns = Object.entries(rows[0]?.expected ?? {});
  const texts = columns.filter(([, value]) => typeof value !== "number").map(([column]) => column);
  if (texts.length > 0) {
    await change.update(
      table,
      "id",
      texts,
      rows.map(({ id, expected }) => [id, ...texts.map((column) => textOf(expected[column]))]),
    );
  }
  for (const [column, value] of columns) {
    if (typeof value !== "number") continue;
    for (const [wanted, own] of Map.groupBy(rows, (row) => row.expected[column] as number)) {
      await change.run(`update ${table} set ${column} = ? where id = any(?)`, [wanted, own.map(({ id }) => id)]);
    }
  }
}

/** A check of derived columns, row by row. */
export function rowCheck(spec: RowCheckSpec): Check {
  const limit = spec.limit ?? SLICE_ROWS;
  return {
    name: spec.name,
    async slice(queries, after) {
      const from = String(after?.[0] ?? "");
      const rows = await spec.rows(queries, from, limit);
      const wrong = rows.filter((row) => differencesOf(spec, row).length > 0);
      const last = rows.at(-1);
      return {
        rows: rows.length,
        differences: wrong.flatMap((row) => differencesOf(spec, row)),
        next: rows.length < limit || last === undefined ? null : [last.id],
        mend: async (change) => await write(change, spec.table, wrong),
      };
    },
  };
}
