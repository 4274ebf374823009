import type { TextIndex } from "../contract/storage/storage.ts";
import type { Check } from "./check.ts";

/** Texts that are looked for in the index between two turns of the event loop; each takes a millisecond or two. */
const SLICE_TEXTS = 20;

/** The text index of a storage that writes it by statements, as SQLite does; PostgreSQL keeps its own in line by itself. */
export function textIndexCheck(index: TextIndex): Check {
  return {
    name: "text-index",
    async slice(queries, after) {
      const { rows, next, stale } = await index.compare(queries, Number(after?.[0] ?? 0), SLICE_TEXTS);
      return {
        rows,
        differences: stale.map(({ id, seq, problem }) => ({
          check: "text-index",
          table: "device",
          id: id ?? String(seq),
          column: "search_text",
          stored: problem,
          expected: id === null ? null : "indexed",
        })),
        next: next === null ? null : [next],
        mend: async (change) =>
          await index.rewrite(
            change,
            stale.map(({ seq }) => seq),
          ),
      };
    },
  };
}
