import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../secrets/key-ring.ts";
import { AUDIT_COLUMNS, type StoredAudit } from "./audit-rows.ts";

const PURPOSE = "audit seal";

/** A row's place in the chain: its own code, and the code that binds it to all rows before. */
export interface Seal {
  readonly row: string;
  readonly chain: string;
}

/** What the chain begins with. */
export const CHAIN_START = "";

function code(key: Buffer, parts: readonly unknown[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}

/** The seal of a row that follows `previous` as number `number`; undefined when the ring does not have the key. */
export function sealOf(ring: KeyRing, keyId: string, number: number, previous: string, stored: StoredAudit): Seal | undefined {
  const key = ring.find(keyId, PURPOSE);
  if (key === undefined) return undefined;
  const row = code(key, ["row", String(stored.seq), ...AUDIT_COLUMNS.map((column) => stored[column])]);
  return { row, chain: code(key, ["chain", keyId, number, previous, row]) };
}

/** The code of a signed fact (the head, a checkpoint); undefined when the ring does not have the key. */
export function signatureOf(ring: KeyRing, keyId: string, kind: string, facts: readonly unknown[]): string | undefined {
  const key = ring.find(keyId, PURPOSE);
  return key === undefined ? undefined : code(key, [kind, keyId, ...facts]);
}

/** Compares codes in constant time. */
export function sameCode(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
