import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

/** How far the write-ahead log of a database goes, as its index (`-shm`) tells it while a process has it open. */
export interface WalPosition {
  /** Salts of the log: another text after each restart of the log from its beginning. */
  readonly generation: string;
  /** Offset in the `-wal` file at which the last committed frame ends. */
  readonly end: number;
  /** Offset up to which the frames are in the database file already: SQLite synced them before it copied them there. */
  readonly copied: number;
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** Layout of the index: https://www.sqlite.org/walformat.html#the_wal_index_file_format */
const AT = { pageSize: 14, frames: 16, salts: 32, copied: 96 } as const;
const INDEX_HEADER = 100;

/** @param path the database file */
export function readWalPosition(path: string): WalPosition {
  const index = Buffer.alloc(INDEX_HEADER);
  const file = openSync(`${path}-shm`, "r");
  try {
    readSync(file, index, 0, INDEX_HEADER, 0);
  } finally {
    closeSync(file);
  }
  return walPositionOf(index);
}

export function walPositionOf(index: Buffer): WalPosition {
  const little = endianness() === "LE";
  const number = (offset: number): number => (little ? index.readUInt32LE(offset) : index.readUInt32BE(offset));
  const size = little ? index.readUInt16LE(AT.pageSize) : index.readUInt16BE(AT.pageSize);
  // 65,536 does not fit and is written as 1.
  const pageSize = size === 1 ? 65_536 : size;
  const offsetAfter = (frames: number): number => (frames === 0 ? 0 : LOG_HEADER + frames * (FRAME_HEADER + pageSize));
  return {
    generation: index.subarray(AT.salts, AT.salts + 8).toString("hex"),
    end: offsetAfter(number(AT.frames)),
    copied: offsetAfter(number(AT.copied)),
  };
}

/** The size of the database's pages, as the file itself says. */
export function pageSizeOf(database: Buffer): number {
  const size = database.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}

/** Bytes that a frame of the log takes. */
export const frameBytes = (pageSize: number): number => FRAME_HEADER + pageSize;

/** The offset of the first frame. */
export const FIRST_FRAME = LOG_HEADER;
