import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { EncryptedColumn } from "../contract/secrets.ts";
import { KEY_ID_LENGTH, type KeyRing } from "./key-ring.ts";
import { secretErrors } from "./secret-errors.ts";

const ALGORITHM = "aes-256-gcm";
const PURPOSE = "field";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a stored value begins with; the id of its key follows, and a dot. */
const FORMAT = "v1.";

/** Where the id of the key is in a stored value, counted from 1, as SQL does. */
export const STORED_KEY_ID = { from: FORMAT.length + 1, length: KEY_ID_LENGTH } as const;

const STORED = new RegExp(`^v1\\.([0-9a-f]{${KEY_ID_LENGTH}})\\.([A-Za-z0-9_-]+)$`);

/** What a value is bound to. Ids hold no `|` but where it is the last thing, so that no two places read the same. */
const additionalDataOf = ({ table, column }: EncryptedColumn, rowId: string, keyId: string): Buffer =>
  Buffer.from(`${table}|${column}|${keyId}|${rowId}`);

/** AES-256-GCM with a random nonce of 96 bits: `v1.<key id>.<nonce, text and tag in base64url>`. */
export function encryptField(ring: KeyRing, column: EncryptedColumn, rowId: string, text: string): string {
  const keyId = ring.newest;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, ring.find(keyId, PURPOSE) as Buffer, nonce, { authTagLength: TAG_BYTES }).setAAD(
    additionalDataOf(column, rowId, keyId),
  );
  const bytes = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${FORMAT}${keyId}.${bytes.toString("base64url")}`;
}

/** @throws SECRET_DAMAGED, ENCRYPTION_KEY_UNKNOWN */
export function decryptField(ring: KeyRing, column: EncryptedColumn, rowId: string, stored: string): string {
  const [, keyId = "", data = ""] = STORED.exec(stored) ?? [];
  const bytes = Buffer.from(data, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw secretErrors.SECRET_DAMAGED({ ...column, row: rowId });
  const key = ring.find(keyId, PURPOSE);
  if (key === undefined)
    throw secretErrors.ENCRYPTION_KEY_UNKNOWN({ keyId, what: `${column.column} of ${column.table} ${rowId} is encrypted` });
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(additionalDataOf(column, rowId, keyId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch (error) {
    throw secretErrors.SECRET_DAMAGED({ ...column, row: rowId }, { cause: error });
  }
}
