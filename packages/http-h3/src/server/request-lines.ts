import { setImmediate } from "node:timers/promises";
import type { ItemsForm, ReceivedItems } from "@cadastre/inventory-core";
import type { ReceivedBody } from "../bodies/received-body.ts";
import type { Exchange } from "../request/exchange.ts";
import { invalidInput } from "../http.errors.ts";
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
 * Receives a body of lines of JSON. Its values are parsed as they are read.
 * @throws INVALID_INPUT (415) for another content type; what `receive` throws
 */
export async function receiveLines(
  exchange: Exchange,
  { limitBytes }: Extract<ItemsForm, { kind: "lines" }>,
  receive: (limitBytes: number) => Promise<ReceivedBody>,
): Promise<ReceivedItems> {
  checkContentType(exchange, LINES_TYPE, ACCEPTED);
  const body = await receive(limitBytes);
  return { values: valuesOf(body), bytes: body.size };
}

/** @throws INVALID_INPUT: a line that is not JSON, not UTF-8, too deep, too long */
async function* valuesOf(body: ReceivedBody): AsyncGenerator<unknown> {
  const lines = new Lines();
  let sinceTurn = 0;
  const parse = function* (ended: Iterable<Line>): Generator<unknown> {
    for (const { number, bytes } of ended) {
      // Its end counts too: nothing but ends of lines is work as well.
      sinceTurn += bytes.length + 1;
      if (!bytes.every(isBlank)) yield parseJson(bytes, `line ${number} of the body`);
    }
  };
  for await (const piece of body.pieces()) {
    for (const value of parse(lines.add(piece))) {
      yield value;
      if (sinceTurn < PARSED_TOGETHER) continue;
      sinceTurn = 0;
      await setImmediate();
    }
  }
  yield* parse(lines.end());
}

interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end. */
  readonly bytes: Buffer;
}

/** Splits pieces of a body into lines. */
class Lines {
  #number = 1;
  #parts: Buffer[] = [];
  #length = 0;

  /** The lines that end in a piece. @throws INVALID_INPUT: a line that is too long */
  *add(piece: Buffer): Generator<Line> {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to !== -1; to = piece.indexOf(NEWLINE, from)) {
      this.#keep(piece.subarray(from, to));
      yield this.#take();
      from = to + 1;
    }
    this.#keep(piece.subarray(from));
  }

  /** The last line, where it has no end. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES)
      throw invalidInput("invalid", `line ${this.#number} of the body is longer than ${MAX_LINE_BYTES} bytes`);
    this.#parts.push(part);
  }

  #take(): Line {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return { number: this.#number++, bytes };
  }
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
