import { isUtf8 } from "node:buffer";
import { badInput } from "./bad-input.ts";

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const NEWLINE = 0x0a;

/**
 * The bytes of a file from behind the mark that some programs put at the start (EF BB BF).
 * @throws INVALID_INPUT for UTF-16 and UTF-32, told by their marks or by NUL characters at the start
 */
export async function* plainBytes(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (head === undefined) {
      if (piece.length > 0) yield asBuffer(piece);
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < 4) continue;
    yield* withoutMark(head, name);
    head = undefined;
  }
  if (head !== undefined) yield* withoutMark(head, name);
}

function* withoutMark(head: Buffer, name: string): Generator<Buffer> {
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.subarray(0, 4).includes(0);
  if (wide)
    throw badInput(`${name} is not UTF-8, but UTF-16 or another encoding with NUL bytes: save it as UTF-8 (in a spreadsheet: "CSV UTF-8")`);
  const rest = head.subarray(0, 3).equals(BOM) ? head.subarray(3) : head;
  if (rest.length > 0) yield rest;
}

const asBuffer = (piece: Uint8Array): Buffer => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);

/**
 * The same bytes, all of them UTF-8.
 * @throws INVALID_INPUT with the line of the first that is not
 */
export async function* utf8Bytes(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 0;
  for await (const piece of plainBytes(source, name)) {
    check(() => decoder.decode(piece, { stream: true }), piece);
    lines += newlines(piece);
    yield piece;
  }
  check(() => decoder.decode(), Buffer.alloc(0));

  function check(decode: () => void, piece: Buffer): void {
    try {
      decode();
    } catch (error) {
      throw badInput(`${name} is not UTF-8 (line ${lines + 1 + linesBeforeBad(piece)}): save it as UTF-8`, error);
    }
  }
}

function newlines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** How many lines of a piece come before the one that is wrong. */
function linesBeforeBad(piece: Buffer): number {
  let from = 0;
  // What is left of a character of the piece before.
  while (from < 3 && ((piece[from] ?? 0) & 0xc0) === 0x80) from += 1;
  for (let line = 0; from < piece.length; line += 1) {
    const end = piece.indexOf(NEWLINE, from);
    const to = end < 0 ? piece.length : end;
    if (!isUtf8(piece.subarray(from, to))) return line;
    from = to + 1;
  }
  return 0;
}

/** The same as text. @throws INVALID_INPUT */
export async function* textOf(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const piece of utf8Bytes(source, name)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
