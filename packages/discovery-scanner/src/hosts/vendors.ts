import { type FileHandle, open } from "node:fs/promises";
import { createRequire } from "node:module";
import { coreErrors } from "@cadastre/inventory-core";

/** Bytes that are read at once: others get their turn in between. */
const CHUNK_BYTES = 262_144;
/** The longest registered line has half of it. */
const MAX_LINE_BYTES = 1024;
/** Registered blocks have 36, 28 or 24 bits: the longest that is known decides. */
const DIGITS = [9, 7, 6] as const;
/** Places for blocks: more than twice as many as are registered. */
const PLACES = 1 << 17;
const QUOTE = 0x22;
const LINE_END = 0x0a;

/** Where in the file each block has its line: numbers outside the heap, as a map of strings would take three times the memory. */
interface Blocks {
  readonly file: FileHandle;
  readonly keys: Float64Array;
  readonly lines: Uint32Array;
}

let loading: Promise<Blocks> | undefined;

/** Who made a network card, by its hardware address; undefined when unknown or when the address was made up (private). */
export async function vendorOf(macAddress: string): Promise<string | undefined> {
  // The second lowest bit of the first octet: given by software, not by a maker.
  if ((Number.parseInt(macAddress.slice(0, 2), 16) & 0x02) !== 0) return undefined;
  loading ??= load();
  const blocks = await loading;
  const hex = macAddress.replaceAll(":", "");
  for (const digits of DIGITS) {
    const place = slotOf(blocks, keyOf(hex.slice(0, digits)));
    if (blocks.keys[place] !== 0) return await nameAt(blocks.file, blocks.lines[place] as number);
  }
  return undefined;
}

/** @throws PACKAGE_FILES_MISSING in a bundle, which has the file nowhere */
function registryFile(): string {
  try {
    return createRequire(import.meta.url).resolve("oui-data");
  } catch (cause) {
    throw coreErrors.PACKAGE_FILES_MISSING({ package: "oui-data" }, { cause });
  }
}

/** The file has a line for each block. Parsed as a whole it would take seven times its size, and stop the process. */
async function load(): Promise<Blocks> {
  const file = await open(registryFile());
  const blocks: Blocks = { file, keys: new Float64Array(PLACES), lines: new Uint32Array(PLACES) };
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let from = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, from);
    const data = chunk.subarray(0, bytesRead);
    const isLast = bytesRead < CHUNK_BYTES;
    // A line that is cut is read again with the next chunk.
    const end = isLast ? bytesRead : data.lastIndexOf(LINE_END) + 1;
    if (end === 0) return blocks;
    noteLines(blocks, data.subarray(0, end), from);
    if (isLast) return blocks;
    from += end;
  }
}

/** @param from where in the file the data starts */
function noteLines(blocks: Blocks, data: Buffer, from: number): void {
  for (let line = 0; line < data.length; line = data.indexOf(LINE_END, line) + 1 || data.length) {
    const start = data.indexOf(QUOTE, line) + 1;
    const digits = data.indexOf(QUOTE, start) - start;
    if (start === 0 || digits < 6 || digits > 9) continue;
    const key = keyOf(data.toString("latin1", start, start + digits));
    const place = slotOf(blocks, key);
    blocks.keys[place] = key;
    blocks.lines[place] = from + start;
  }
}

/** Never 0, and different for blocks of different length. */
const keyOf = (prefix: string): number => Number.parseInt(prefix, 16) * 16 + prefix.length;

/** The place of a block, or the free one where it would be. */
function slotOf({ keys }: Blocks, key: number): number {
  let place = key % (PLACES - 1);
  while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) % PLACES;
  return place;
}

/** First line of what is registered; the rest is an address. @param at where the block's digits start */
async function nameAt(file: FileHandle, at: number): Promise<string | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(MAX_LINE_BYTES), 0, MAX_LINE_BYTES, at);
  const read = buffer.subarray(0, bytesRead);
  const end = read.indexOf(LINE_END);
  const line = read.toString("utf8", 0, end === -1 ? bytesRead : end);
  const escaped = /^[\dA-F]{6,9}": "((?:[^"\\]|\\[^n])*)/.exec(line)?.[1];
  return escaped === undefined ? undefined : (JSON.parse(`"${escaped}"`) as string).trim();
}
