import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Older requests are replays; the sender signs each attempt anew. */
const TOLERANCE_SECONDS = 300;

// #region verify
/**
 * Whether the inventory sent this, and sent it just now (Standard Webhooks).
 * @param body the raw bytes, before anything parses them
 * @param secrets those that may sign: two while a secret is rotated
 */
export function isGenuine(body: Buffer, headers: IncomingHttpHeaders, secrets: readonly string[], nowMs: number): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") return false;
  // Written so that what is no number is refused.
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const given = signatures.split(" ").map((signature) => Buffer.from(signature));
  return secrets.some((secret) => {
    const wanted = Buffer.from(`v1,${createHmac("sha256", keyOf(secret)).update(signed).digest("base64")}`);
    // In constant time: how long it takes must not tell how much of it was right.
    return given.some((signature) => signature.length === wanted.length && timingSafeEqual(signature, wanted));
  });
}

/** `whsec_` is followed by the base64 of the key; any other secret is the key. */
const keyOf = (secret: string): Buffer => (secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret));
// #endregion
