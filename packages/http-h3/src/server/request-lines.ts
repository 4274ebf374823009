import { setImmediate } from "node:timers/promises";
import type { AnyOperation } from "@cadastre/inventory-core";
import type { Exchange } from "../request/exchange.ts";
import { invalidInput } from "../http.errors.ts";
import { readPieces } from "../request/read-bytes.ts";
import { checkContentType, parseJson } from "../request/request-body.ts";

const LINES_TYPE = "application/x-ndjson";

/** What the OpenAPI document calls lines: generators of clients leave out operations with a media type that they do not know. */
export const BYTES_TYPE = "application/octet-stream";

const ACCEPTED = /^application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines|octet-stream)$/;

/** Longest line: it is parsed in one go. */
const MAX_LINE_BYTES = 1_048_576;

/** Bytes that are parsed between two turns of the event loop. */
const PARSED_TOGETHER = 262_144;

const NEWLINE = 0x0a;

/**
 * The values of a body of lines of JSON, parsed as they are asked for. The bytes are taken in before the first: an answer
 * that is sent meanwhile would wait for a client that is still sending.
 * @throws INVALID_INPUT: a line that is not JSON, not UTF-8, too deep, too long (400), too large (413), another content type (415)
 */
export async function* readLines(exchange: Exchange, { items }: AnyOperation): AsyncGenerator<unknown> {
  if (items?.form.kind !== "lines") return;
  checkContentType(exchange, LINES_TYPE, ACCEPTED);
  let sinceTurn = 0;
  for (const { number, bytes } of linesOf(await readPieces(exchange, items.form.limitBytes))) {
    // Its end counts too: nothing but ends of lines is work as well.
    sinceTurn += bytes.length + 1;
    if (!bytes.every(isBlank)) yield parseJson(bytes, `line ${number} of the body`);
    if (sinceTurn < PARSED_TOGETHER) continue;
    sinceTurn = 0;
    await setImmediate();
  }
}

interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end. */
  readonly bytes: Buffer;
}

/** The lines of a body; pieces that are behind are let go. @throws INVALID_INPUT: a line that is too long */
function* linesOf(pieces: Buffer[]): Generator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > MAX_LINE_BYTES) throw invalidInput("invalid", `line ${number} of the body is longer than ${MAX_LINE_BYTES} bytes`);
    parts.push(part);
  };
  const take = (): Line => {
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    parts = [];
    length = 0;
    return { number: number++, bytes };
  };
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to !== -1; to = piece.indexOf(NEWLINE, from)) {
      add(piece.subarray(from, to));
      yield take();
      from = to + 1;
    }
    add(piece.subarray(from));
  }
  if (length > 0) yield take();
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
