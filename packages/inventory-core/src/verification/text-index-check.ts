import type { TextIndex } from "../contract/storage/storage.ts";
import type { Check } from "./check.ts";

/** Texts whose trigrams are looked up in the index together: the more, the fewer look-ups come on each. */
const MAX_SLICE_TEXTS = 40_000;

/** Texts of which it is told which differ. */
const FEW_TEXTS = 5;

/** How many times fewer texts are compared where some differ, and more again where none do. */
const NARROWING = 8;

/** The text index of a table, of a storage that writes it by statements, as SQLite does; PostgreSQL keeps its own in line by itself. */
export function textIndexCheck(index: TextIndex): Check {
  const name = `${index.table}-text-index`;
  return {
    name,
    async slice(queries, after) {
      const [from, limit] = [Number(after?.[0] ?? 0), Number(after?.[1] ?? MAX_SLICE_TEXTS)];
      const { rows, next, stale, isUnsure } = await index.compare(queries, from, limit);
      // What changes meanwhile looks wrong: only a few texts are compared again under the locks.
      if (isUnsure === true)
        return {
          rows: 0,
          differences: [],
          next: [from, Math.max(FEW_TEXTS, Math.floor(limit / NARROWING))],
          mend: async () => {},
        };
      return {
        rows,
        differences: stale.map(({ id, seq, problem }) => ({
          check: name,
          table: index.table,
          id: id ?? String(seq),
          column: "search_text",
          stored: problem,
          expected: id === null ? null : "indexed",
        })),
        next: next === null ? null : [next, Math.min(MAX_SLICE_TEXTS, stale.length > 0 ? FEW_TEXTS : limit * NARROWING)],
        mend: async (change) =>
          await index.rewrite(
            change,
            stale.map(({ seq }) => seq),
          ),
      };
    },
  };
}
