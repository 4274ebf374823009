/** Between the entries of a list in one cell. */
export const LIST_SEPARATOR = ";";

/**
 * A list of texts as one cell: entries separated by `;`, or a JSON array where that would not give the same list back.
 * An empty list is an empty cell.
 */
export function listCell(entries: readonly string[]): string {
  const plain =
    entries.every((entry) => entry !== "" && entry === entry.trim() && !entry.includes(LIST_SEPARATOR)) &&
    !(entries[0] ?? "").startsWith("[");
  return plain ? entries.join(LIST_SEPARATOR) : JSON.stringify(entries);
}

/** What a cell of a list holds: a JSON array, or entries separated by `;`. Undefined for half a JSON array. */
export function entriesOf(cell: string): readonly unknown[] | undefined {
  if (!cell.trimStart().startsWith("["))
    return cell
      .split(LIST_SEPARATOR)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
