import { coreErrors, type Spool, type SpoolFile } from "@cadastre/inventory-core";
import { invalidInput } from "../http.errors.ts";
import { type BodyQuota, RETRY_AFTER_SECONDS } from "./bytes-in-flight.ts";

/** Size of the largest body that is kept in memory. */
const MAX_IN_MEMORY = 1_048_576;

/** What a body is received into. */
export interface BodyParts {
  readonly spool: Spool;
  readonly quota: BodyQuota;
  /** Size limit in bytes. */
  readonly limit: number;
}

/** A request body: in memory up to 1 MiB, and in a temporary file above. */
export class ReceivedBody {
  readonly #parts: BodyParts;
  readonly #pieces: Buffer[] = [];
  #file: SpoolFile | undefined;
  /** Bytes that the file has reserved. */
  #reserved = 0;
  #size = 0;

  constructor(parts: BodyParts) {
    this.#parts = parts;
  }

  /** Size in bytes, so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Reserves room for a body of this size.
   * @throws INVALID_INPUT (413) when it is larger than the limit; BUSY without room
   */
  reserve(size: number): void {
    const { limit, quota, spool } = this.#parts;
    if (size > limit) throw invalidInput("too-large", `the body is larger than ${limit} bytes`);
    const inFile = size > MAX_IN_MEMORY;
    if (inFile && size > spool.bytes)
      throw invalidInput("too-large", `the body is larger than the ${spool.bytes} bytes that temporary files may have (SPOOL_MEGABYTES)`);
    quota.reserve(size, inFile);
    if (!inFile || size <= this.#reserved) return;
    this.#file ??= spool.open();
    if (this.#file?.reserve(size - this.#reserved) !== true)
      throw coreErrors.BUSY({ reason: "there is no room for further request bodies" }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#reserved = size;
  }

  /**
   * Adds a piece. Wait for it before the next one.
   * @throws as {@link reserve}; UNAVAILABLE when the temporary file fails
   */
  add(piece: Buffer): Promise<void> | undefined {
    this.#size += piece.length;
    this.reserve(this.#size);
    this.#pieces.push(piece);
    return this.#file === undefined ? undefined : this.#write(this.#file);
  }

  async #write(file: SpoolFile): Promise<void> {
    try {
      for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) await file.append(piece);
    } catch (error) {
      throw failed(error);
    }
  }

  /** The body in pieces, once. It is closed at the end. @throws UNAVAILABLE when the temporary file fails */
  async *pieces(): AsyncGenerator<Buffer> {
    try {
      while (this.#file !== undefined && !this.#file.isDrained) yield await this.#file.read().catch((error: unknown) => rethrow(error));
      for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) yield piece;
    } finally {
      await this.close();
    }
  }

  /** Returns the whole body, once, for parsing. Its memory counts until `close`. @throws BUSY, UNAVAILABLE when the file fails */
  async bytes(): Promise<Buffer> {
    if (this.#file === undefined) {
      this.#parts.quota.reserveParsed(this.#size);
      return this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    }
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces()) pieces.push(piece);
    // Its room went with the file.
    this.#parts.quota.reserveParsed(this.#size);
    return Buffer.concat(pieces);
  }

  /** Releases the room of the body. Further calls have no effect. */
  async close(): Promise<void> {
    this.#parts.quota.release();
    await this.#file?.close();
  }
}

function rethrow(error: unknown): never {
  throw failed(error);
}

function failed(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  const reason = `the temporary file of the body failed (${code ?? String(error)})`;
  return coreErrors.UNAVAILABLE({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}
