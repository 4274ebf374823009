import type { z } from "zod";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonText } from "../contract/operations/result.ts";
import type { Lock, OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import type { Documents } from "../storage/documents.ts";
import { idsOfKey, type KeyedKind, keyText, type KeyValues } from "./natural-key.ts";

/** The record of a key, and whether the call created it. */
export interface Ensured<T> {
  readonly record: T;
  readonly created: boolean;
}

/** The values of a key, by what the database knows; undefined for a key that no record can have. */
type ReadKey = (queries: Queries) => KeyValues | undefined | Promise<KeyValues | undefined>;

/** How a kind of record is found and created by its natural key. */
interface KeyedRecordsOptions<S extends z.ZodObject> {
  readonly kind: KeyedKind;
  readonly documents: Documents<S>;
  /** The topology lock that a creation takes. Creations under the exclusive one never run at the same time. */
  readonly topology: "shared" | "exclusive";
}

/** Finds and creates the records of one kind by their natural keys. */
export class KeyedRecords<S extends z.ZodObject, T = z.output<S>> {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #options: KeyedRecordsOptions<S>;

  constructor(storage: OpenStorage, writes: WritePath, options: KeyedRecordsOptions<S>) {
    this.#storage = storage;
    this.#writes = writes;
    this.#options = options;
  }

  /** The record of a key; null when there is none. @throws CONFLICT when several have it */
  async find(readKey: ReadKey, call: CallContext): Promise<JsonText<T | null>> {
    const work = async (queries: Queries): Promise<JsonText<T> | undefined> => await this.#find(queries, await readKey(queries));
    // A part of an open change reads what that change wrote.
    const found = call.within === undefined ? await work(this.#storage.read) : await call.within.run(work);
    return found ?? new JsonText<null>("null");
  }

  /**
   * The record of a key, which `create` creates when there is none. A record that exists costs a read and no transaction.
   * @throws CONFLICT when several have the key, and what `create` throws
   */
  async ensure(readKey: ReadKey, create: (change: Change) => Promise<T>, call: CallContext): Promise<Ensured<T> | JsonText<Ensured<T>>> {
    if (call.within === undefined) {
      const found = await this.#find(this.#storage.read, await readKey(this.#storage.read));
      if (found !== undefined) return existing(found);
    }
    return await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: this.#options.topology });
      const key = await readKey(change);
      // Under the exclusive lock there is no other creation to wait for.
      if (key !== undefined && this.#options.topology === "shared") await change.lock(lockOf(this.#options.kind, key));
      const found = await this.#find(change, key);
      return found === undefined ? { record: await create(change), created: true } : existing(found);
    });
  }

  async #find(queries: Queries, key: KeyValues | undefined): Promise<JsonText<T> | undefined> {
    if (key === undefined) return undefined;
    const { kind, documents } = this.#options;
    const [id, other] = await idsOfKey(queries, kind, key);
    if (id === undefined) return undefined;
    if (other === undefined) return (await documents.find(id, queries)) as JsonText<T> | undefined;
    const reason = `several ${kind}s have this key, among them ${id} and ${other}: name one by its id, or give them different names`;
    throw coreErrors.CONFLICT({ reason });
  }
}

const existing = <T>({ text }: JsonText<T>): JsonText<Ensured<T>> => new JsonText(`{"record":${text},"created":false}`);

const lockOf = (kind: KeyedKind, key: KeyValues): Lock => ({ on: "name", name: `natural-key/${kind}/${keyText(key)}` });
