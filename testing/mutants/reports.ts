import type { Span } from "./mutants.ts";

/** A place in a source whose evaluation is reported, by a number. */
export interface Report {
  readonly id: number;
  readonly span: Span;
}

/**
 * A source in which expressions report that they are evaluated, to `globalThis.reportMutant`, and are worth what they were.
 * Spans may be nested, not crossed.
 */
export function reporting(text: string, reports: readonly Report[]): string {
  const inserted = reports.flatMap(({ id, span: { start, end } }) => [
    // Of those that begin in one place the longest begins first; of those that end in one place the shortest ends first.
    { at: start, order: -end, text: `(globalThis.reportMutant?.(${id}), ` },
    { at: end, order: -start - text.length, text: ")" },
  ]);
  let result = "";
  let from = 0;
  for (const { at, text: piece } of inserted.toSorted((one, other) => one.at - other.at || one.order - other.order)) {
    result += text.slice(from, at) + piece;
    from = at;
  }
  return result + text.slice(from);
}
