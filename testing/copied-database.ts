import { createHash } from "node:crypto";
import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";

/** A database of a test, which any number of storages open, one after the other or at once. Disposing of it drops it. */
export interface TestDatabase extends AsyncDisposable {
  /** Of PostgreSQL a connection URL, of SQLite the path of the file. There is nothing before a storage was opened. */
  readonly url: string;
  readonly storage: () => Storage;
}

/** The same for all who have the same migrations. */
export const keyOf = (dialect: Storage["dialect"], { models }: StorageOpenOptions): string =>
  createHash("sha256")
    .update(JSON.stringify(models.flatMap(({ migrations }) => migrations[dialect])))
    .digest("hex")
    .slice(0, 32);

/**
 * Without migrations that do something in code: a template would have done it once for all tests. Those of the core have nothing to do in
 * an empty database.
 */
const withoutSteps = (dialect: Storage["dialect"], options: StorageOpenOptions): StorageOpenOptions => ({
  ...options,
  models: options.models.filter(({ migrations }) =>
    migrations[dialect].every(({ name, step }) => step === undefined || name.startsWith("core/")),
  ),
});

/** The first open of what is not there begins with a copy of what another test has migrated: migrating takes ten times as long. */
export function begun(storage: Storage, isThere: () => boolean, copy: (options: StorageOpenOptions) => Promise<void>): Storage {
  return {
    ...storage,
    open: async (options) => {
      if (options.migrate !== "refuse" && !isThere()) await copy(withoutSteps(storage.dialect, options));
      return await storage.open(options);
    },
  };
}
