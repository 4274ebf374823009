import { serviceToken } from "./service-token.ts";

/** A text column whose values are encrypted. Its table has the key `id`, and who writes it holds the lock of the record. */
export interface EncryptedColumn {
  /** Name of the table. */
  readonly table: string;
  /** Name of the column. */
  readonly column: string;
}

/** Encrypts what must be read back (what need not be is kept as a hash). Columns are declared by {@link Plugin.encryptedColumns}. */
export interface Secrets {
  /** What is stored for a text: it is bound to its row and column, and moved elsewhere it cannot be read. @throws ENCRYPTION_KEY_MISSING */
  encrypt(column: EncryptedColumn, rowId: string, text: string): string;
  /** @throws SECRET_DAMAGED, ENCRYPTION_KEY_UNKNOWN, ENCRYPTION_KEY_MISSING */
  decrypt(column: EncryptedColumn, rowId: string, stored: string): string;
}

/** The secrets of the host, for plugins. */
export const SECRETS = serviceToken<Secrets>("secrets");
