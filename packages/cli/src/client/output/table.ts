import stringWidth from "fast-string-width";
import { safeText } from "./safe-text.ts";

/** A record as it came. */
export type Row = Readonly<Record<string, unknown>>;

/** Records of known types as rows. */
export const asRows = (records: readonly object[]): readonly Row[] => records as readonly Row[];

/** Rows that the widths of the columns are chosen from; later ones may stand out, and nothing of them is cut. */
const SAMPLE_ROWS = 200;

/** Widest column of a list that is not the last one. */
const MAX_COLUMN_WIDTH = 48;

const GAP = "  ";

/** A value in a cell: lists joined, records in short, nothing for what is unset. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(cellText).join(", ");
  if (typeof value === "object") return shortRecord(value as Row);
  return String(value as number | boolean);
}

/** A field before and after a change: `status: active → retired`. */
export const changeText = (name: string, before: unknown, after: unknown): string =>
  `${name}: ${cellText(before) || "(none)"} → ${cellText(after) || "(none)"}`;

const isChange = (value: unknown): value is { readonly before: unknown; readonly after: unknown } =>
  typeof value === "object" && value !== null && "before" in value && "after" in value;

/** What a nested record is known by; of changes of fields, all of them. */
function shortRecord(value: Row): string {
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([, change]) => isChange(change)))
    return entries.map(([name, change]) => changeText(name, (change as Row)["before"], (change as Row)["after"])).join("; ");
  const known = value["ip"] ?? value["name"] ?? value["username"] ?? value["cidr"] ?? value["utilization"];
  return known === undefined ? safeText(JSON.stringify(value)) : cellText(known);
}

const pad = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - stringWidth(text)));

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => (index === cells.length - 1 ? cell : pad(cell, widths[index] ?? 0)))
    .join(GAP)
    .trimEnd();

/** Widths of columns that are kept, for rows that are added to a table later. */
export interface TableShape {
  widths?: readonly number[];
}

/**
 * Draws a list as it comes: the widths are those of the first rows, so that a list of any length takes no memory.
 * @param columns names of fields, which are the headings
 * @param head what a heading looks like
 * @param shape widths to go on with, and where they are kept
 */
export async function* tableLines(
  rows: AsyncIterable<Row>,
  columns: readonly string[],
  head: (text: string) => string,
  shape: TableShape = {},
): AsyncGenerator<string> {
  const headings = columns.map((name) => name.replaceAll("_", " ").toUpperCase());
  let sample: string[][] | undefined = [];
  let widths: readonly number[] = [];
  const begin = (waiting: readonly string[][]): string[] => {
    widths = shape.widths ??= columns.map((_, index) =>
      Math.min(MAX_COLUMN_WIDTH, Math.max(0, ...[headings, ...waiting].map((cells) => stringWidth(cells[index] ?? "")))),
    );
    return [head(lineOf(headings, widths)), ...waiting.map((cells) => lineOf(cells, widths))];
  };
  for await (const row of rows) {
    const cells = columns.map((name) => cellText(row[name]));
    if (sample === undefined) yield lineOf(cells, widths);
    else {
      sample.push(cells);
      if (sample.length < SAMPLE_ROWS) continue;
      yield* begin(sample);
      sample = undefined;
    }
  }
  if (sample !== undefined) yield* begin(sample);
}

/** One record, a field a line. */
export function recordLines(record: Row, label: (text: string) => string): readonly string[] {
  const names = Object.keys(record);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.flatMap((name) => {
    const value = record[name];
    const nested = Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null);
    if (!nested) return [`${label(name.padEnd(width))}${GAP}${cellText(value)}`.trimEnd()];
    return (value as readonly Row[]).map((item, index) =>
      `${label((index === 0 ? name : "").padEnd(width))}${GAP}${itemText(item)}`.trimEnd(),
    );
  });
}

/** What is set of a nested record, but its ids. */
function itemText(item: unknown): string {
  if (typeof item !== "object" || item === null) return cellText(item);
  const shown = Object.entries(item).filter(([name, value]) => cellText(value) !== "" && name !== "id" && !name.endsWith("_id"));
  return shown.map(([name, value]) => `${name}=${cellText(value)}`).join(" ");
}
