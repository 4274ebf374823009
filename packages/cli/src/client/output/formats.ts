import { CommandFailure } from "../../exit-codes.ts";
import { safeJson } from "./safe-text.ts";
import { recordLines, type Row, tableLines, type TableShape } from "./table.ts";
import type { Readable } from "./readable.ts";
import type { Out } from "./write-out.ts";

/** How results are written. */
export const FORMATS = ["table", "wide", "json", "yaml", "csv", "ids"] as const;

export type Format = (typeof FORMATS)[number];

/** How a list or record is to look. */
export interface Look {
  readonly format: Format;
  /** Columns of `table`. */
  readonly columns: readonly string[];
  /** Every column there is, for `wide` and `csv`; those of the first row where there are none. */
  readonly allColumns: readonly string[];
  /** What people are shown in place of records: names where ids are. Programs get what the service answers. */
  readonly readable?: Readable;
  /** Columns keep their widths from one writing to the next. */
  readonly shape?: TableShape;
  /** Marks headings and labels. */
  readonly head: (text: string) => string;
}

/** Text that is gathered before it is written. */
const CHUNK_CHARACTERS = 32_768;

/**
 * Writes a list as it comes; what is in memory is a chunk of text, however long the list is.
 * @throws CommandFailure for ids of what has none, ReaderGone
 */
export async function writeList(out: Out, rows: AsyncIterable<Row>, look: Look): Promise<void> {
  let waiting = "";
  for await (const text of await textsOf(rows, look)) {
    waiting += text;
    if (waiting.length < CHUNK_CHARACTERS) continue;
    await out.write(waiting);
    waiting = "";
  }
  if (waiting !== "") await out.write(waiting);
}

/** Writes one record. @throws CommandFailure, ReaderGone */
export async function writeRecord(out: Out, record: Row, look: Look): Promise<void> {
  const { format, head } = look;
  if (format === "json") await out.line(safeJson(JSON.stringify(record, null, 2)));
  else if (format === "yaml") await out.write(yamlText(record, (await import("yaml")).stringify));
  else if (format === "csv" || format === "ids") await writeList(out, only(record), look);
  else for (const line of recordLines(await shown(record, look), head)) await out.line(line);
}

/** A record as people are shown it. */
export async function shown(record: Row, { readable }: Look): Promise<Row> {
  return readable === undefined ? record : await readable.record(record);
}

async function* only(record: Row): AsyncGenerator<Row> {
  yield record;
}

/** A list as pieces of text, as it comes. */
export async function textsOf(rows: AsyncIterable<Row>, look: Look): Promise<AsyncIterable<string>> {
  const { format, columns, allColumns } = look;
  switch (format) {
    case "json":
      return jsonTexts(rows);
    case "yaml":
      return yamlTexts(rows, (await import("yaml")).stringify);
    case "csv":
      return await csvTexts(rows, allColumns);
    case "ids":
      return idTexts(rows);
    case "wide":
      return lines(tableOf(rows, [...new Set([...columns, ...allColumns])], look));
    case "table":
      return lines(tableOf(rows, columns, look));
  }
}

function tableOf(rows: AsyncIterable<Row>, columns: readonly string[], { readable, head, shape }: Look): AsyncGenerator<string> {
  if (readable === undefined) return tableLines(rows, columns, head, shape);
  return tableLines(
    readable.rows(rows, columns),
    columns.map((name) => readable.column(name)),
    head,
    shape,
  );
}

async function* lines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}

async function* jsonTexts(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const row of rows) {
    yield before + safeJson(JSON.stringify(row, null, 2)).replaceAll(/^/gm, "  ");
    before = ",\n";
  }
  yield before === ",\n" ? "\n]\n" : "[]\n";
}

/** JSON is YAML, too: what a terminal would obey is escaped there. */
function yamlText(value: unknown, stringify: (value: unknown) => string): string {
  const json = JSON.stringify(value);
  const safe = safeJson(json);
  if (safe === json) return stringify(value);
  return Array.isArray(value) ? value.map((item) => `- ${safeJson(JSON.stringify(item))}\n`).join("") : `${safe}\n`;
}

async function* yamlTexts(rows: AsyncIterable<Row>, stringify: (value: unknown) => string): AsyncGenerator<string> {
  let some = false;
  for await (const row of rows) {
    some = true;
    yield yamlText([row], stringify);
  }
  if (!some) yield "[]\n";
}

/** Lists of texts are joined with semicolons, records are JSON; what a spreadsheet would take for a formula is escaped. */
async function csvTexts(rows: AsyncIterable<Row>, allColumns: readonly string[]): Promise<AsyncIterable<string>> {
  const { stringify } = await import("csv-stringify/sync");
  const write = (cells: readonly unknown[]): string => stringify([[...cells]], { escape_formulas: true, cast: { boolean: String } });
  return (async function* () {
    let columns = allColumns;
    if (columns.length > 0) yield write(columns);
    for await (const row of rows) {
      if (columns.length === 0) yield write((columns = Object.keys(row)));
      yield write(columns.map((name) => csvCell(row[name])));
    }
  })();
}

function csvCell(value: unknown): unknown {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return value;
  return Array.isArray(value) && value.every((item) => typeof item !== "object") ? value.join(";") : safeJson(JSON.stringify(value));
}

async function* idTexts(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) {
    const id = row["id"] ?? row["client_id"];
    if (typeof id !== "string") throw new CommandFailure("these records have no ids: select another format with -o");
    yield `${id}\n`;
  }
}
