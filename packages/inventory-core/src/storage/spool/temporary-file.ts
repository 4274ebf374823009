import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolFile } from "../../contract/storage/spool.ts";

/** Prefix of the names that files have until they are open. */
const PREFIX = "cadastre-spool-";

/** The space that a file shares with others. */
export interface SharedSpace {
  /** @param had bytes that the file has reserved @returns false when there is not enough space */
  take(had: number, bytes: number): boolean;
  /** @param had bytes that the file had reserved */
  close(had: number): void;
}

/** A file of a spool, which is created with its first piece. */
export class TemporaryFile implements SpoolFile {
  readonly #folder: string;
  readonly #space: SharedSpace;
  #opening: Promise<FileHandle> | undefined;
  /** Lengths of the unread pieces. */
  readonly #lengths: number[] = [];
  #reserved = 0;
  #writeAt = 0;
  #readAt = 0;
  #closed = false;

  constructor(folder: string, space: SharedSpace) {
    this.#folder = folder;
    this.#space = space;
  }

  get isDrained(): boolean {
    return this.#lengths.length === 0;
  }

  reserve(bytes: number): boolean {
    if (this.#closed || !this.#space.take(this.#reserved, bytes)) return false;
    this.#reserved += bytes;
    return true;
  }

  async append(piece: Uint8Array): Promise<void> {
    if (this.#closed) throw new Error("the temporary file is closed");
    const handle = await (this.#opening ??= createNameless(this.#folder));
    let written = 0;
    while (written < piece.length) {
      const { bytesWritten } = await handle.write(piece, written, piece.length - written, this.#writeAt + written);
      written += bytesWritten;
    }
    this.#writeAt += piece.length;
    this.#lengths.push(piece.length);
  }

  async read(): Promise<Buffer> {
    const handle = await (this.#opening as Promise<FileHandle>);
    const length = this.#lengths.shift() ?? 0;
    const piece = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await handle.read(piece, read, length - read, this.#readAt + read);
      if (bytesRead === 0) throw new Error("a temporary file is shorter than its content");
      read += bytesRead;
    }
    this.#readAt += length;
    return piece;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#space.close(this.#reserved);
    const handle = await this.#opening?.catch(() => undefined);
    await handle?.close();
  }
}

/** Folders in which no files of crashed processes are left. */
const swept = new Set<string>();

/** Opens a file and removes its name. */
async function createNameless(folder: string): Promise<FileHandle> {
  if (!swept.has(folder)) {
    swept.add(folder);
    await removeLeftFiles(folder);
  }
  const path = join(folder, PREFIX + randomUUID());
  const handle = await open(path, "wx+", 0o600);
  try {
    // Another process that removes files of crashed processes may have removed it.
    await rm(path, { force: true });
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** Removes the empty files of processes that crashed between opening a file and removing its name. */
async function removeLeftFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((name) => name.startsWith(PREFIX))) await rm(join(folder, name), { force: true }).catch(() => {});
}
