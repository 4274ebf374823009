import type { Queries } from "../../contract/storage/storage.ts";
import { type Check, type Difference, SLICE_ROWS } from "../check.ts";

/** What a row has, and what a rule says of it. */
export type Breach = Pick<Difference, "column" | "stored" | "expected">;

/** A row of which a rule was asked. */
export interface RuledRow {
  /** The key in the order of which rows come. */
  readonly id: string;
  readonly breaches: readonly Breach[];
}

export interface RuleCheckSpec {
  readonly name: string;
  readonly table: string;
  /** Rows of greater keys than `after`, by key, `limit` at most. */
  readonly rows: (queries: Queries, after: string, limit: number) => Promise<readonly RuledRow[]>;
  /** Rows of a slice; fewer where a row costs more. */
  readonly limit?: number;
}

/**
 * A check of rules that the service asks before it writes: rows break them when they came past it, or past its locks.
 * Which of two records is right, only people know: `rebuild` leaves them as they are.
 */
export function ruleCheck({ name, table, rows: rowsOf, limit = SLICE_ROWS }: RuleCheckSpec): Check {
  return {
    name,
    mends: false,
    async slice(queries, after) {
      const rows = await rowsOf(queries, String(after?.[0] ?? ""), limit);
      const last = rows.at(-1);
      return {
        rows: rows.length,
        differences: rows.flatMap(({ id, breaches }) => breaches.map((breach) => ({ check: name, table, id, ...breach }))),
        next: rows.length < limit || last === undefined ? null : [last.id],
        mend: async () => {},
      };
    },
  };
}
