import { createHmac } from "node:crypto";

const STANDARD_PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;

/** `sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret's UTF-8. */
export function bodySignature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`;
}

/** What Standard Webhooks signs. */
export interface SignedMessage {
  readonly deliveryId: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`: `v1,` and a base64 HMAC-SHA256 of `id.timestamp.body` for each secret, with spaces
 * between them (Standard Webhooks 1.0.0, "Signature scheme").
 */
export function standardSignatures(secrets: readonly string[], { deliveryId, timestamp, body }: SignedMessage): string {
  const signed = `${deliveryId}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(signed, "utf8").digest("base64")}`).join(" ");
}

/** Secrets in the form of that specification are the base64 of the key; all others are the key. */
function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : "";
  return BASE64.test(encoded) ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}
