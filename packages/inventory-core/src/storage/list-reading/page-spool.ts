import { deserialize, serialize } from "node:v8";
import { measured } from "../../background/work-meter.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import type { Spool, SpoolFile } from "../../contract/storage/spool.ts";
import { sizeOf } from "../list-limits.ts";

/** Characters and numbers of one list that wait in memory before a file is used, about. */
const MAX_MEMORY = 256 * 1024;

type Page<Row> = readonly Row[];

interface Held<Row> {
  readonly page: Page<Row>;
  readonly size: number;
}

/**
 * Pages that were read and not taken yet: a few in memory, the others in a temporary file. One writes, one reads.
 */
export class PageSpool<Row> {
  readonly #spool: Spool;
  readonly #held: Held<Row>[] = [];
  #memory = 0;
  #file: SpoolFile | undefined;
  #closed = false;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /**
   * Adds a page; memory is bounded by waiting for the disk.
   * @throws UNAVAILABLE when there is no room for it
   */
  async push(page: Page<Row>): Promise<void> {
    // What is in the file comes before what is added now.
    if (this.#memory < MAX_MEMORY && (this.#file?.isDrained ?? true)) {
      const size = page.reduce((sum, row) => sum + sizeOf(row as object), 0);
      this.#held.push({ page, size });
      this.#memory += size;
      return;
    }
    const piece = measured(() => serialize(page));
    try {
      const file = this.#open();
      if (!file.reserve(piece.length)) throw noRoom("no disk space left for lists that are read slowly");
      await file.append(piece);
    } catch (error) {
      if (isEngineError(error)) throw error;
      throw noRoom(`its temporary file failed (${(error as NodeJS.ErrnoException).code ?? String(error)})`, error);
    }
  }

  /** The next page, if there is one: at once from memory, or from the file. */
  next(): Page<Row> | Promise<Page<Row>> | undefined {
    const held = this.#held.shift();
    if (held !== undefined) {
      this.#memory -= held.size;
      return held.page;
    }
    if (this.#file === undefined || this.#file.isDrained) return undefined;
    return this.#file.read().then((piece) => measured(() => deserialize(piece) as Page<Row>));
  }

  /** Forgets everything. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#held.length = 0;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #open(): SpoolFile {
    if (this.#closed) throw noRoom("it was closed");
    this.#file ??= this.#spool.open();
    if (this.#file === undefined) throw noRoom("too many lists are read slowly");
    return this.#file;
  }
}

function noRoom(reason: string, cause?: unknown): Error {
  return coreErrors.UNAVAILABLE({ reason: `the list could not be kept for a slow reader: ${reason}` }, { retryAfterSeconds: 5, cause });
}
