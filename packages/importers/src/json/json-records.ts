import { JSONParser } from "@streamparser/json";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { SourceFile } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { utf8Bytes } from "../reading/byte-input.ts";
import { linesOf } from "../reading/lines.ts";
import { keepMarks } from "./keep-marks.ts";

/** Longest part of a place that is told, in characters. */
const MAX_NAME = 100;

/** A value of a JSON file that is to be a record, and where it stands; `wrong` says why there is none. */
export interface JsonRecord {
  readonly at: ImportPlace;
  /** The key of the list that it is in; undefined for a list at the top and for lines. */
  readonly section: string | undefined;
  readonly value?: unknown;
  readonly wrong?: string;
}

/** The entries of a list at the top of a file. @throws INVALID_INPUT where it stops being JSON */
export async function* listedRecords(file: SourceFile, name: string): AsyncGenerator<JsonRecord> {
  for await (const { key, value } of parsed(file, "$.*", name)) yield { at: { path: `${name}[${key}]` }, section: undefined, value };
}

/**
 * The entries of the lists of an object, of those that are asked for, in the file's order. @throws INVALID_INPUT where it stops being JSON
 */
export async function* sectionRecords(file: SourceFile, wanted: (section: string) => boolean): AsyncGenerator<JsonRecord> {
  for await (const { section = "", key, value } of parsed(file, "$.*.*", file.name)) {
    if (!wanted(section)) continue;
    const place = section.slice(0, MAX_NAME);
    const at = { path: typeof key === "number" ? `${place}[${key}]` : `${place}.${key.slice(0, MAX_NAME)}` };
    yield typeof key === "number" ? { at, section, value } : { at, section, wrong: `${section} must be a list of records` };
  }
}

/** A record a line. A line that is no JSON is told, and the next is read. @throws INVALID_INPUT for what is no text */
export async function* recordLines(file: SourceFile): AsyncGenerator<JsonRecord> {
  for await (const { line, text } of linesOf(file.open(), file.name)) {
    if (text.trim() === "") continue;
    yield { at: { line }, section: undefined, ...parsedLine(text) };
  }
}

function parsedLine(text: string): { readonly value: unknown } | { readonly wrong: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { wrong: "is not valid JSON: expected is one record per line, one list, or an object of lists" };
  }
}

interface Found {
  readonly section: string | undefined;
  readonly key: string | number;
  readonly value: unknown;
}

async function* parsed(file: SourceFile, path: string, name: string): AsyncGenerator<Found> {
  const parser = new JSONParser({ paths: [path], keepStack: false });
  keepMarks((parser as unknown as { readonly tokenizer?: unknown }).tokenizer);
  let found: Found[] = [];
  let last: Found | undefined;
  parser.onValue = ({ key = "", value, stack }) => {
    last = { section: stack[1]?.key?.toString(), key, value };
    found.push(last);
  };
  const fail = (error: unknown): Error => {
    const place = last === undefined ? "" : `, after ${last.section ?? name}[${last.key}]`;
    return badInput(`${file.name} is not valid JSON${place}: ${(error as Error).message}`, error);
  };
  for await (const piece of utf8Bytes(file.open(), file.name)) {
    let failure: Error | undefined;
    try {
      if (!parser.isEnded) parser.write(piece);
      else if (!isBlank(piece)) failure = fail(new Error("unexpected text after the end"));
    } catch (error) {
      failure = fail(error);
    }
    const ready = found;
    found = [];
    yield* ready;
    if (failure !== undefined) throw failure;
  }
  if (!parser.isEnded) throw fail(new Error("unexpected end: the file may be truncated"));
}

const isBlank = (piece: Buffer): boolean => piece.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
