import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";
import { templateOptions } from "../packages/testing/src/postgres/migrated-copies.ts";

/** A database of a test, which any number of storages open, one after the other or at once. Disposing of it drops it. */
export interface TestDatabase extends AsyncDisposable {
  /** Of PostgreSQL a connection URL, of SQLite the path of the file. There is nothing before a storage was opened. */
  readonly url: string;
  readonly storage: () => Storage;
}

/** The first open of what is not there begins with a copy of what another test has migrated: migrating takes ten times as long. */
export function begun(storage: Storage, isThere: () => boolean, copy: (options: StorageOpenOptions) => Promise<void>): Storage {
  return {
    ...storage,
    open: async (options) => {
      if (options.migrate !== "refuse" && options.readOnly !== true && !isThere()) await copy(templateOptions(storage.dialect, options));
      return await storage.open(options);
    },
  };
}
