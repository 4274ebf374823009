import { valueKind } from "../../contract/errors/value-kind.ts";
import type { Storage, StorageCapabilities } from "../../contract/storage/storage.ts";
import { storageErrors } from "../storage-errors.ts";

const EXAMPLES =
  'sqlite("inventory.db") of @cadastre/inventory-core/sqlite, or postgresql("postgresql://…") of @cadastre/inventory-core/postgresql';

/** What to do about a value that is no storage. */
function adviceOn(given: unknown): string {
  const kind = valueKind(given);
  if (kind === "a text") return `pass the path or URL to the function of a storage, which is ${EXAMPLES}`;
  if (kind === "a function") return `call the function, as in ${EXAMPLES}`;
  if (kind === "a promise") return `await it; a storage is opened by createInventory, and is ${EXAMPLES}`;
  return `give ${EXAMPLES}`;
}

/** What a program gives as `storage`, whose types nobody may have checked. @throws STORAGE_INVALID */
export function mustBeStorage(given: unknown): Storage {
  if (typeof given === "object" && given !== null && "open" in given && typeof given.open === "function" && "dialect" in given)
    return given as Storage;
  throw storageErrors.STORAGE_INVALID({ reason: `storage is ${valueKind(given)} and no storage: ${adviceOn(given)}` });
}

/** @throws STORAGE_INVALID for a storage that cannot be opened read-only */
export function mustOpenReadOnly({ name, capabilities }: Storage): void {
  if (capabilities.readOnly === true) return;
  throw storageErrors.STORAGE_INVALID({
    reason:
      `the storage ${name} cannot be opened read-only, as it does not declare the capability readOnly: leave out readOnly, or open a ` +
      "SQLite or libSQL file or a PostgreSQL server",
  });
}

/**
 * A connection of SQLite has one transaction at a time: what its owner asks between two statements of ours would be in ours, and go with
 * it (decision 0243).
 * @throws STORAGE_INVALID for an open database of better-sqlite3 or node:sqlite
 */
export function refuseOpenDatabase(given: unknown): void {
  if (typeof given !== "object" || given === null) return;
  const database = "database" in given ? given.database : given;
  if (typeof (database as { prepare?: unknown } | null)?.prepare !== "function") return;
  throw storageErrors.STORAGE_INVALID({
    reason:
      'an open database of SQLite cannot be shared, as it has one transaction at a time: give a path of its own, sqlite("inventory.db"), ' +
      "which is opened beside yours",
  });
}

/** Where a storage is to be found. @param call how its function is called, as an example @throws STORAGE_INVALID */
export function mustBePlace(given: unknown, what: string, call: string): string {
  if (typeof given === "string" && given !== "") return given;
  throw storageErrors.STORAGE_INVALID({ reason: `${what} is ${valueKind(given)}, and must be a text: call ${call}` });
}

/** Capabilities of SQLite in memory: the database is one handle of this process. */
export const IN_MEMORY: StorageCapabilities = { severalProcesses: false, durable: false, oneSession: true };

/** A URI of SQLite, or the address of a server. The drive of a path on Windows is one letter. */
const URL_FORM = /^(?:(?:file|sqlite):(?:\/\/)?|([a-z][a-z\d+.-]+):\/\/)/i;

/**
 * Checks the path of a SQLite file. A URL would be the name of a file in the working directory.
 *
 * @param storage name of the function that takes the path
 * @throws STORAGE_INVALID for a value that is no path, and for a URL
 */
export function mustBePath(given: unknown, storage: "sqlite" | "libsql"): void {
  const path = mustBePlace(
    given,
    "the path of the database",
    `${storage}("inventory.db"), or ${storage}(":memory:") for a database in memory`,
  );
  const [prefix, scheme] = URL_FORM.exec(path) ?? [];
  if (prefix === undefined) return;
  const call = (argument: string): string => `${storage}(${JSON.stringify(argument)})`;
  const [local = ""] = path.slice(prefix.length).split(/[?#]/);
  throw storageErrors.STORAGE_INVALID({
    reason:
      scheme === undefined
        ? `${call(path)} names a URL, and must name a path: write ${call(local)}`
        : `${call(path)} names a server, and must name a file on this machine: write ${call("inventory.db")}, or ` +
          `postgresql("postgresql://…") for a server`,
  });
}
