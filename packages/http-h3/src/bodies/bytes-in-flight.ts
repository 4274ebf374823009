import { coreErrors } from "@cadastre/inventory-core";

const MEBIBYTE = 1_048_576;

/** Limit of the body bytes of one caller that are in flight. */
const MAX_BYTES = 128 * MEBIBYTE;

/** Limit of the bodies of one caller that are in temporary files. */
const MAX_FILES = 16;

/** Limit of the bodies of all callers that are in memory. */
const MAX_IN_MEMORY = 256 * MEBIBYTE;

/** Bodies up to this size are not counted, so that uploads do not block the ordinary requests of their caller. */
const UNCOUNTED_BYTES = 64 * 1024;

/** Memory of parsed JSON, in bytes for each byte of text, about: three bytes (`{},`) make an object. */
const PARSED_BYTES = 16;

/** Seconds after which a refused caller may try again. */
export const RETRY_AFTER_SECONDS = 5;

interface InFlight {
  bytes: number;
  files: number;
}

/** Request bodies that are being received or processed. */
export class BytesInFlight {
  readonly callers = new Map<string, InFlight>();
  /** Bytes in memory of each group. */
  readonly groups = new Map<string, number>();
  /** Bytes of all callers in memory. */
  inMemory = 0;

  /** Counts one body of a caller. @param group callers that share one quota of memory: all callers without credentials */
  of(caller: string, group = caller): BodyQuota {
    return new BodyQuota(this, caller, group);
  }
}

/** What one body counts for in the quota of its caller. */
export class BodyQuota {
  readonly #all: BytesInFlight;
  readonly #caller: string;
  readonly #group: string;
  #bytes = 0;
  #inMemory = 0;
  #files = 0;

  constructor(all: BytesInFlight, caller: string, group: string) {
    this.#all = all;
    this.#caller = caller;
    this.#group = group;
  }

  /**
   * Reserves bytes for the whole body.
   * @param bytes size of the body so far, or its declared size @param inFile whether the body is in a temporary file
   * @throws BUSY
   */
  reserve(bytes: number, inFile: boolean): void {
    if (bytes <= Math.max(UNCOUNTED_BYTES, this.#bytes)) return;
    const [files, inMemory] = inFile ? [1, 0] : [0, bytes];
    let used = this.#all.callers.get(this.#caller);
    const others = (used?.bytes ?? 0) - this.#bytes;
    if (others + bytes > MAX_BYTES || (used?.files ?? 0) - this.#files + files > MAX_FILES) {
      const limit = `the limit is ${MAX_BYTES / MEBIBYTE} MiB, and ${MAX_FILES} bodies above 1 MiB`;
      const reason = `this caller has ${Math.ceil(others / MEBIBYTE)} MiB of other request bodies in flight; ${limit}`;
      throw coreErrors.BUSY({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    // At most as much as is free, as for temporary files: so the next caller always finds room.
    const own = (this.#all.groups.get(this.#group) ?? 0) - this.#inMemory + inMemory;
    if (inMemory > this.#inMemory && own > MAX_IN_MEMORY - this.#all.inMemory + this.#inMemory) {
      const reason = `the request bodies of all callers fill ${MAX_IN_MEMORY / MEBIBYTE} MiB of memory, or this caller as much as is free`;
      throw coreErrors.BUSY({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (used === undefined) this.#all.callers.set(this.#caller, (used = { bytes: 0, files: 0 }));
    this.#count(used, bytes, files, inMemory);
  }

  /**
   * Reserves memory for a body of JSON that is parsed, until {@link release}: at most half of what all callers have, so that the limit of
   * bodies (`bodyLimitBytes`) may be any.
   * @param size of its text in bytes
   * @throws BUSY
   */
  reserveParsed(size: number): void {
    if (size > UNCOUNTED_BYTES) this.reserve(Math.min(size * PARSED_BYTES, MAX_IN_MEMORY / 2), false);
  }

  /** Ends the count of the body. */
  release(): void {
    const used = this.#all.callers.get(this.#caller);
    if (used === undefined || this.#bytes === 0) return;
    this.#count(used, 0, 0, 0);
    if (used.bytes === 0) this.#all.callers.delete(this.#caller);
  }

  #count(used: InFlight, bytes: number, files: number, inMemory: number): void {
    used.bytes += bytes - this.#bytes;
    used.files += files - this.#files;
    const more = inMemory - this.#inMemory;
    this.#all.inMemory += more;
    const ofGroup = (this.#all.groups.get(this.#group) ?? 0) + more;
    if (ofGroup === 0) this.#all.groups.delete(this.#group);
    else this.#all.groups.set(this.#group, ofGroup);
    this.#bytes = bytes;
    this.#files = files;
    this.#inMemory = inMemory;
  }
}
