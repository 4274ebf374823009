import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";

/** A temporary file without a name: it is gone with its last handle, and so with the process. Pieces are read in the order of writing. */
export class SpoolFile {
  readonly #handle: FileHandle;
  /** Lengths of the pieces that were not read yet. */
  readonly #lengths: number[] = [];
  #writeAt = 0;
  #readAt = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** @throws what the file system says */
  static async create(folder: string): Promise<SpoolFile> {
    const path = join(folder, `cadastre-list-${randomUUID()}`);
    const handle = await open(path, "wx+", 0o600);
    try {
      await unlink(path);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new SpoolFile(handle);
  }

  /** True when everything that was written has been read. */
  get drained(): boolean {
    return this.#lengths.length === 0;
  }

  async append(piece: Uint8Array): Promise<void> {
    let written = 0;
    while (written < piece.length) {
      const { bytesWritten } = await this.#handle.write(piece, written, piece.length - written, this.#writeAt + written);
      written += bytesWritten;
    }
    this.#writeAt += piece.length;
    this.#lengths.push(piece.length);
  }

  /** The next piece. Ask only while the file is not drained, and for one at a time. */
  async read(): Promise<Buffer> {
    const length = this.#lengths.shift() ?? 0;
    const piece = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#handle.read(piece, read, length - read, this.#readAt + read);
      if (bytesRead === 0) throw new Error("a temporary file is shorter than what was written to it");
      read += bytesRead;
    }
    this.#readAt += length;
    return piece;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
