import { setImmediate } from "node:timers/promises";
import type { CallContext } from "../contract/operations/operation.ts";
import type { EncryptedColumn, Secrets } from "../contract/secrets.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, StoredModel } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { pluginsNotLoaded } from "../storage/opening/migrate.ts";
import { storageErrors } from "../storage/storage-errors.ts";
import { decryptField, encryptField, STORED_KEY_ID } from "./field-cipher.ts";
import type { KeyRing } from "./key-ring.ts";
import { secretErrors } from "./secret-errors.ts";

export const SECRET_SERVICE = serviceToken<SecretService>("secret-service");

/** Rows of one transaction of a rotation. */
const SLICE = 200;

/** What a rotation did. */
export interface SecretRotation {
  /** Id of the key that everything is encrypted under now. */
  readonly keyId: string;
  /** Values written anew, by `table.column`. */
  readonly rotated: Readonly<Record<string, number>>;
}

interface Stored {
  readonly id: string;
  readonly value: string;
}

/** Encrypted fields, the check of their keys at the start, and their rotation to the newest key. */
export class SecretService implements Secrets {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #ring: KeyRing | undefined;
  readonly #models: readonly StoredModel[];
  #columns: readonly EncryptedColumn[] = [];

  /** @param models what the core and the plugins of the host store */
  constructor(storage: OpenStorage, writes: WritePath, ring: KeyRing | undefined, models: readonly StoredModel[]) {
    this.#storage = storage;
    this.#models = models;
    this.#writes = writes;
    this.#ring = ring;
  }

  /**
   * Takes the columns of the plugins, and looks whether the ring has every key that they need. @throws ENCRYPTION_KEY_UNKNOWN,
   * ENCRYPTION_KEY_MISSING
   */
  async start(columns: readonly EncryptedColumn[]): Promise<void> {
    this.#columns = columns;
    const known = this.#ring?.ids ?? [];
    for (const { table, column } of columns) {
      const keys = await this.#storage.read.all<{ key_id: string }>(
        `select distinct ${keyIdOf(column)} as key_id from ${table} where ${column} is not null`,
      );
      const unknown = keys.find(({ key_id: id }) => !known.includes(id));
      if (unknown === undefined) continue;
      const what = `${column} of ${table} is encrypted`;
      throw this.#ring === undefined
        ? secretErrors.ENCRYPTION_KEY_MISSING({ what: `${what} under the key ${unknown.key_id}, which` })
        : secretErrors.ENCRYPTION_KEY_UNKNOWN({ keyId: unknown.key_id, what });
    }
  }

  encrypt(column: EncryptedColumn, rowId: string, text: string): string {
    return encryptField(this.#ringFor(column), column, rowId, text);
  }

  decrypt(column: EncryptedColumn, rowId: string, stored: string): string {
    return decryptField(this.#ringFor(column), column, rowId, stored);
  }

  /**
   * Encrypts everything under the newest key, a slice at a time, beside writers.
   * @throws PLUGIN_NOT_LOADED for encrypted columns of a plugin that is not loaded, SECRET_DAMAGED, ENCRYPTION_KEY_MISSING, the reason of
   * the call's signal (what was written until then stays so)
   */
  async rotate(call: CallContext): Promise<SecretRotation> {
    if (this.#ring === undefined) throw secretErrors.ENCRYPTION_KEY_MISSING({ what: "a rotation" });
    await this.#mustHaveAll();
    const keyId = this.#ring.newest;
    const rotated: Record<string, number> = {};
    for (const column of this.#columns) {
      const name = `${column.table}.${column.column}`;
      rotated[name] = 0;
      for (let after: string | null = ""; after !== null; await setImmediate()) {
        call.signal?.throwIfAborted();
        const from: string = after;
        const slice: { readonly last: string | null; readonly count: number } = await this.#writes.run(
          call,
          async (change) => await this.#rotateSlice(change, column, from, keyId),
        );
        rotated[name] += slice.count;
        after = slice.last;
      }
    }
    await this.#writes.run(call, async (change) =>
      change.audit({ action: "rotate", resource: "secrets", resourceId: null, after: { key_id: keyId, rotated } }),
    );
    return { keyId, rotated };
  }

  /** The older key is removed after a rotation: what was left under it could not be read any more. @throws PLUGIN_NOT_LOADED */
  async #mustHaveAll(): Promise<void> {
    const applied = (await this.#storage.migrations?.()) ?? [];
    const missing = pluginsNotLoaded(this.#models, this.#storage.dialect, applied).find(({ encrypts }) => encrypts);
    if (missing === undefined) return;
    const { id, source } = missing;
    throw storageErrors.PLUGIN_NOT_LOADED({ has: "encrypted columns", plugin: id, ...(source === undefined ? {} : { source }) });
  }

  async #rotateSlice(
    change: Change,
    column: EncryptedColumn,
    after: string,
    keyId: string,
  ): Promise<{ last: string | null; count: number }> {
    const { table, column: name } = column;
    const older = `${name} is not null and ${keyIdOf(name)} <> ?`;
    const seen = await change.all<{ id: string }>(`select id from ${table} where id > ? and ${older} order by id limit ${SLICE}`, [
      after,
      keyId,
    ]);
    const last = seen.at(-1)?.id;
    if (last === undefined) return { last: null, count: 0 };
    await change.lock(...seen.map(({ id }) => ({ on: "record", table, id }) as const));
    // Read again: a record may have changed while we waited for its lock.
    const rows = await change.all<Stored>(`select id, ${name} as value from ${table} where id = any(?) and ${older}`, [
      seen.map(({ id }) => id),
      keyId,
    ]);
    const values = rows.map(({ id, value }): [string, string] => [id, this.encrypt(column, id, this.decrypt(column, id, value))]);
    await change.update(table, "id", [name], values);
    return { last, count: values.length };
  }

  #ringFor({ table, column }: EncryptedColumn): KeyRing {
    if (!this.#columns.some((declared) => declared.table === table && declared.column === column)) {
      throw new TypeError(
        `${table}.${column} is not declared: name it in encryptedColumns of the plugin, so that its keys are checked and rotated`,
      );
    }
    if (this.#ring === undefined) throw secretErrors.ENCRYPTION_KEY_MISSING({ what: `${column} of ${table} is encrypted, which` });
    return this.#ring;
  }
}

const keyIdOf = (column: string): string => `substr(${column}, ${STORED_KEY_ID.from}, ${STORED_KEY_ID.length})`;
