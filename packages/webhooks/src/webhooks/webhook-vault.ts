import type { EncryptedColumn, Secrets } from "@cadastre/inventory-core";
import type { WebhookRow } from "./webhook.entity.ts";

const column = (name: "headers" | "secret" | "previous_secret"): EncryptedColumn => ({ table: "webhook", column: name });

const HEADERS = column("headers");
const SECRET = column("secret");
const PREVIOUS = column("previous_secret");

/** Columns whose keys the host checks and rotates. */
export const webhookSecretColumns: readonly EncryptedColumn[] = [HEADERS, SECRET, PREVIOUS];

type Headers = Readonly<Record<string, string>>;

/** Encrypts what a webhook keeps secret: what it signs with, and its headers, which often hold tokens. */
export class WebhookVault {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** @throws ENCRYPTION_KEY_MISSING */
  sealHeaders(id: string, headers: Headers): string | null {
    return Object.keys(headers).length === 0 ? null : this.#secrets.encrypt(HEADERS, id, JSON.stringify(headers));
  }

  /** @throws SECRET_DAMAGED, ENCRYPTION_KEY_UNKNOWN, ENCRYPTION_KEY_MISSING */
  headersOf({ id, headers }: Pick<WebhookRow, "id" | "headers">): Headers {
    return headers === null ? {} : (JSON.parse(this.#secrets.decrypt(HEADERS, id, headers)) as Headers);
  }

  /** @throws ENCRYPTION_KEY_MISSING */
  sealSecret(id: string, secret: string): string | null {
    return secret === "" ? null : this.#secrets.encrypt(SECRET, id, secret);
  }

  /** The secret as the one before: it is bound to its column, so it is encrypted anew. */
  sealAsPrevious(row: Pick<WebhookRow, "id" | "secret">): string | null {
    return row.secret === null ? null : this.#secrets.encrypt(PREVIOUS, row.id, this.#secrets.decrypt(SECRET, row.id, row.secret));
  }

  /** Secrets to sign with at a time (ISO 8601), the newest first. */
  secretsAt({ id, secret, previous_secret: previous, previous_secret_until: until }: SigningRow, now: string): readonly string[] {
    return [
      ...(secret === null ? [] : [this.#secrets.decrypt(SECRET, id, secret)]),
      ...(previous === null || until === null || until <= now ? [] : [this.#secrets.decrypt(PREVIOUS, id, previous)]),
    ];
  }
}

export type SigningRow = Pick<WebhookRow, "id" | "secret" | "previous_secret" | "previous_secret_until">;
