import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./state-folder.ts";

/** Bytes that wait on the disk at most: then the scan waits, and nothing is lost. */
const MAX_BYTES = 134_217_728;
const NAME = /^(\d{12})\.json$/;

/** Something to send, of a scan or of a lease source. */
export interface Parcel {
  readonly scan_id?: string;
  readonly source_id?: string;
  /** Where it goes, under the scan or source. */
  readonly to: "reports" | "end";
  readonly body: Readonly<Record<string, unknown>>;
}

/** What could not be sent yet, on the disk, in order: it outlives the process. What is torn was never acknowledged and is left out. */
export class Outbox {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #sizes = new Map<number, number>();
  #bytes = 0;
  #next = 1;
  #changed = Promise.withResolvers<void>();

  /** @param maxBytes that wait at most */
  constructor(folder: string, maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
    this.#folder = join(folder, "outbox");
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#folder).toSorted()) {
      const number = Number(NAME.exec(name)?.[1]);
      if (!Number.isSafeInteger(number)) {
        rmSync(join(this.#folder, name), { force: true });
        continue;
      }
      this.#note(number, statSync(join(this.#folder, name)).size);
    }
  }

  get size(): number {
    return this.#sizes.size;
  }

  /** Resolves at the next change. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Keeps something to send; waits for room. @throws the reason of the signal */
  async add(parcel: Parcel, signal?: AbortSignal): Promise<void> {
    while (this.#bytes >= this.#maxBytes) {
      const aborted = Promise.withResolvers<void>();
      signal?.addEventListener("abort", () => aborted.resolve(), { once: true });
      await Promise.race([this.changed, aborted.promise]);
      signal?.throwIfAborted();
    }
    const text = JSON.stringify(parcel);
    const number = this.#next;
    writeWhole(this.#path(number), text);
    this.#note(number, Buffer.byteLength(text));
    this.#tell();
  }

  /** The first that waits; undefined when nothing does. */
  first(): { readonly number: number; readonly parcel: Parcel } | undefined {
    for (const number of this.#sizes.keys()) {
      const parcel = this.#read(number);
      if (parcel !== undefined) return { number, parcel };
      this.remove(number);
    }
    return undefined;
  }

  /** Whether something of a scan waits. */
  holds(scanId: string, to: Parcel["to"]): boolean {
    return [...this.#sizes.keys()].some((number) => {
      const parcel = this.#read(number);
      return parcel?.scan_id === scanId && parcel.to === to;
    });
  }

  remove(number: number): void {
    rmSync(this.#path(number), { force: true });
    this.#bytes -= this.#sizes.get(number) ?? 0;
    this.#sizes.delete(number);
    this.#tell();
  }

  #read(number: number): Parcel | undefined {
    try {
      return JSON.parse(readFileSync(this.#path(number), "utf8")) as Parcel;
    } catch {
      return undefined;
    }
  }

  #note(number: number, bytes: number): void {
    this.#sizes.set(number, bytes);
    this.#bytes += bytes;
    this.#next = number + 1;
  }

  #path(number: number): string {
    return join(this.#folder, `${String(number).padStart(12, "0")}.json`);
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
