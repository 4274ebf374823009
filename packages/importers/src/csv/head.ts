import { badInput } from "../reading/bad-input.ts";

/** Longest first line, in bytes. */
const MAX_BYTES = 64 * 1024;

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** What separates cells, in the order of preference where counts are equal. */
export const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;

/** The delimiter that the first line uses most outside quotes; a comma where it uses none. */
function mostUsed(head: Uint8Array, length: number): string {
  const counts = new Map(Object.values(DELIMITERS).map((delimiter) => [delimiter.charCodeAt(0), 0]));
  let quoted = false;
  for (const byte of head.subarray(0, length)) {
    if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && counts.has(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return String.fromCharCode(best?.[0] ?? 0x2c);
}

/** A first line that names the delimiter, as Excel reads and writes it: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?$/i;

/** Where the first line ends, or -1. */
function endOfLine(head: Uint8Array): number {
  let quoted = false;
  for (const [at, byte] of head.entries()) {
    if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && (byte === NEWLINE || byte === RETURN)) return at;
  }
  return -1;
}

/**
 * Reads as far as the first line goes, to see what separates its cells.
 * @returns the delimiter, whether the first line does nothing but name it, and all of the bytes
 * @throws INVALID_INPUT when there is no end of the first line within 64 KiB
 */
export async function sniffDelimiter(
  source: AsyncIterable<Buffer>,
  name: string,
): Promise<{ readonly delimiter: string; readonly isNamed: boolean; readonly bytes: AsyncIterable<Buffer> }> {
  const pieces = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    const end = endOfLine(head);
    const length = end < 0 ? head.length : end;
    if (length > MAX_BYTES) throw badInput(`${name} has no header line: its first line is longer than ${MAX_BYTES} bytes`);
    if (next.done === true || end >= 0) {
      const named = SEPARATOR_LINE.exec(head.toString("latin1", 0, length))?.[1];
      return { delimiter: named ?? mostUsed(head, length), isNamed: named !== undefined, bytes: following(head, pieces) };
    }
  }
}

async function* following(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
