/** A change of a record of a list. */
export interface RowChange<T> {
  readonly id: string;
  /** The record after the change; null for a deletion. */
  readonly row: T | null;
  /** Whether the change created the record. */
  readonly isNew?: boolean;
  /** The record before its deletion. */
  readonly gone?: T | undefined;
}

/**
 * A list after changes: rows are replaced, put where they belong, or taken out. The list itself stays as it is, and is
 * given back when nothing of it changed.
 * @param belongs whether a row is of this list (a filtered one)
 * @param compare the order of the list
 */
export function patchRows<T extends { readonly id: string }>(
  rows: readonly T[],
  changes: readonly RowChange<T>[],
  belongs: (row: T) => boolean,
  compare: (one: T, other: T) => number,
): readonly T[] {
  // The last word on each record counts.
  const last = new Map(changes.map((change) => [change.id, change.row]));
  let touched = false;
  const kept: T[] = [];
  const placed: T[] = [];
  for (const row of rows) {
    const next = last.get(row.id);
    if (next === undefined) {
      kept.push(row);
      continue;
    }
    touched = true;
    last.delete(row.id);
    if (next === null || !belongs(next)) continue;
    if (compare(row, next) === 0) kept.push(next);
    else placed.push(next);
  }
  for (const row of last.values()) if (row !== null && belongs(row)) placed.push(row);
  if (!touched && placed.length === 0) return rows;
  return merged(kept, placed.toSorted(compare), compare);
}

function merged<T>(rows: readonly T[], more: readonly T[], compare: (one: T, other: T) => number): readonly T[] {
  if (more.length === 0) return rows;
  const result: T[] = [];
  let at = 0;
  for (const row of rows) {
    for (let next = more[at]; next !== undefined && compare(next, row) < 0; next = more[++at]) result.push(next);
    result.push(row);
  }
  return [...result, ...more.slice(at)];
}
