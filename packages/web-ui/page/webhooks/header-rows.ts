/** A header as it is typed. */
export interface HeaderRow {
  name: string;
  value: string;
}

export const rowsOfHeaders = (headers: Readonly<Record<string, string>>): HeaderRow[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Rows that are still empty are left out. */
export const headersOfRows = (rows: readonly HeaderRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(({ name, value }) => name.trim() !== "" || value !== "").map(({ name, value }) => [name.trim(), value]));

/** A name that stands in two rows, of which one would be lost: names of headers are the same whatever their case. */
export function repeatedName(rows: readonly HeaderRow[]): string | undefined {
  const names = rows.map(({ name }) => name.trim().toLowerCase()).filter((name) => name !== "");
  return names.find((name, index) => names.indexOf(name) !== index);
}
