import { isUtf8 } from "node:buffer";
import type { CsvError, Info } from "csv-parse";
import { parse } from "csv-parse/stream";
import { badInput } from "../reading/bad-input.ts";
import { LineIndex } from "./line-index.ts";

/** Largest line, in bytes: a quote that is never closed ends here, and not with the memory. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A line of a CSV file: its cells, or what is wrong with it. A cell that is not UTF-8 is undefined. */
export interface CsvLine {
  /** The line that it starts on, from 1. */
  readonly line: number;
  readonly cells: readonly (string | undefined)[];
  readonly wrong?: string;
  /** True for a last line without a line end: the file may be cut off. */
  readonly isOpen?: boolean;
}

interface Parsed {
  readonly info: Info;
  readonly record: readonly Buffer[];
}

/**
 * The lines of a CSV file (RFC 4180; LF, CRLF or CR). Lines whose quotes are wrong are told, and reading goes on where quotes are
 * right again.
 * @throws INVALID_INPUT for a line that has no end
 */
export async function* csvLines(bytes: AsyncIterable<Buffer>, delimiter: string, name: string): AsyncGenerator<CsvLine> {
  const index = new LineIndex();
  const damage: { readonly line: number; readonly wrong: string }[] = [];
  const parser = parse({
    delimiter,
    // Bytes as they are: cells are decoded one by one, so that a wrong one is told with its line.
    encoding: null,
    info: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    max_record_size: MAX_BYTES,
    on_skip: (error) => {
      if (error === undefined) return;
      // The parser would go on with the next piece, and lose the rest of this one.
      if (error.code === "CSV_MAX_RECORD_SIZE") throw error;
      damage.push({ line: index.lineAt(bytesOf(error)), wrong: sentenceOf(error) });
    },
  });
  try {
    for await (const { info, record } of parsed(parser, index.noting(bytes))) {
      const line = index.lineAt(info.bytes - 1) - breaksIn(record);
      if (damage[0] !== undefined && damage[0].line < line) yield* told(damage, line - 1);
      yield { line, cells: record.map(textOf), isOpen: index.endsOpen(info.bytes) };
      index.forget(info.bytes);
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    throw badInput(`${name}, line ${index.lineAt(bytesOf(error))}: ${sentenceOf(error)}`, error);
  }
  yield* told(damage, undefined);
}

/**
 * What a parser makes of bytes. It gets the next piece when what it made of the last one is taken. Of the web, as it runs in browsers too.
 */
async function* parsed({ readable, writable }: TransformStream, bytes: AsyncIterable<Buffer>): AsyncGenerator<Parsed> {
  const writer = writable.getWriter();
  const fed = (async () => {
    for await (const piece of bytes) await writer.write(piece);
    await writer.close();
  })();
  // What went wrong with the bytes themselves comes out at the end; what went wrong with the parser comes out of it.
  fed.catch(async (error: unknown) => await writer.abort(error).catch(() => {}));
  yield* readable as AsyncIterable<Parsed>;
  await fed;
}

/** One problem for the damage before a line: the parser tells of each quote. @param last the last line before that line */
function* told(damage: { readonly line: number; readonly wrong: string }[], last: number | undefined): Generator<CsvLine> {
  const here = damage.filter(({ line }) => last === undefined || line <= last);
  damage.splice(0, here.length);
  const [first] = here;
  if (first === undefined) return;
  const lost = last === undefined ? ": the rest is not read" : last > first.line ? `: lines ${first.line} to ${last} are not imported` : "";
  yield { line: first.line, cells: [], wrong: first.wrong + lost };
}

const textOf = (cell: Buffer): string | undefined => (isUtf8(cell) ? cell.toString() : undefined);

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && "code" in error && /^CSV_|^INVALID_OPENING/.test(String(error.code));

const bytesOf = (error: CsvError): number => Number(error["bytes"] ?? 0);

function sentenceOf({ code, message }: CsvError): string {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "unclosed quote: the file is truncated, or a quote inside a cell is not doubled";
    case "CSV_MAX_RECORD_SIZE":
      return `the line is longer than ${MAX_BYTES} bytes: unclosed quote`;
    case "CSV_INVALID_CLOSING_QUOTE":
      return "text between a closing quote and the delimiter: double quotes inside a cell";
    case "INVALID_OPENING_QUOTE":
      return "quote in an unquoted cell: quote the cell, and double the quote inside";
    default:
      return message;
  }
}

/** Line breaks inside the cells. */
function breaksIn(cells: readonly Buffer[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = 0; at < cell.length; at += 1) if (cell[at] === 0x0a || (cell[at] === 0x0d && cell[at + 1] !== 0x0a)) count += 1;
  }
  return count;
}
