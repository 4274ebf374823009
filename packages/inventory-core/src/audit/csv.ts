/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell as RFC 4180 writes it. One that a spreadsheet would run gets an apostrophe ahead, which makes it text. */
function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its end. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
