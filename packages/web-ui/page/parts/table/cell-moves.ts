/** Sizes of a grid, in cells. */
export interface CellSpans {
  readonly line: number;
  /** What is drawn at once: Home and End stay inside it. */
  readonly block: number;
  /** What Page up and Page down skip. */
  readonly page: number;
}

/** Where a key leads from a cell; undefined for keys that lead nowhere. Stays within the grid. */
export function moved(key: string, cell: number, count: number, { line, block, page }: CellSpans): number | undefined {
  const last = count - 1;
  const first = Math.floor(cell / block) * block;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: cell - 1,
    ArrowRight: cell + 1,
    ArrowUp: cell - line,
    ArrowDown: cell + line,
    PageUp: cell - page,
    PageDown: cell + page,
    Home: first,
    End: Math.min(first + block - 1, last),
  };
  const to = steps[key];
  if (to === undefined) return undefined;
  // A step that would leave the grid goes nowhere, except that a page ends at its edge.
  if (to < 0 || to > last) return key === "PageDown" ? Math.min(last, Math.max(cell, last - (last % page) + (cell % page))) : cell;
  return to;
}
