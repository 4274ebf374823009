import { coreErrors } from "../contract/core-errors.ts";
import { defineErrors, errorOf, isInventoryError } from "../contract/error.ts";

/** Errors of storages that stop the start. */
export const storageErrors = defineErrors({
  DATABASE_TOO_NEW: errorOf("unavailable", "the database was migrated by a newer version of the program", (d: { migration: string }) =>
    `the database has the migration ${d.migration}, which this version does not know: run the newer version, or restore a backup`,
  ),
});

/** Seconds that a client is told to wait when storage is out of reach. */
const RETRY_AFTER_SECONDS = 2;

/** Turns a driver's failure into UNAVAILABLE when `reason` knows it; anything else is passed on unchanged. */
export function toStorageError(error: unknown, reason: (error: unknown) => string | undefined): unknown {
  if (isInventoryError(error)) return error;
  const why = reason(error);
  if (why === undefined) return error;
  return coreErrors.UNAVAILABLE({ reason: why }, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
