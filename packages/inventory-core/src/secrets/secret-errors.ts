import { defineErrors, errorOf } from "../contract/errors/error.ts";

/** How an operator makes a key. */
const MAKE_ONE = "make one with `openssl rand -base64 32`";

/** Errors of keys and of what is encrypted under them. */
export const secretErrors = defineErrors({
  ENCRYPTION_KEY_INVALID: errorOf(
    "invalid",
    "ENCRYPTION_KEY is not a list of keys of 32 bytes",
    (d: { position: number; reason: string }) =>
      `key ${d.position} of ENCRYPTION_KEY ${d.reason}: give 32 bytes in base64 or hex, several separated by commas with the newest ` +
      `first; ${MAKE_ONE}`,
  ),
  ENCRYPTION_KEY_MISSING: errorOf(
    "unavailable",
    "something needs an encryption key and none was given",
    (d: { what: string }) => `${d.what} requires an encryption key: set ENCRYPTION_KEY (or keyRing, in the library); ${MAKE_ONE}`,
  ),
  ENCRYPTION_KEY_UNKNOWN: errorOf(
    "unavailable",
    "something was written under a key that is not in the key ring",
    (d: { keyId: string; what: string }) =>
      `${d.what} under the key ${d.keyId}, which is not in ENCRYPTION_KEY: add that key behind the newest one`,
  ),
  SECRET_DAMAGED: errorOf(
    "internal",
    "an encrypted field is not what was encrypted",
    (d: { table: string; column: string; row: string }) =>
      `the encrypted ${d.column} of ${d.table} ${d.row} was altered or moved: set it again`,
  ),
});
