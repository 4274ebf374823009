import { createHmac, type KeyObject } from "node:crypto";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { AUDIT_COLUMNS, type WrittenAudit } from "../proof/audit-columns.ts";

const PURPOSE = "audit seal";

/** A row's place in the chain: its own code, and the code that binds it to all rows before. */
export interface Seal {
  readonly row: string;
  readonly chain: string;
}

/** What the chain begins with. */
export const CHAIN_START = "";

function code(key: KeyObject, parts: readonly unknown[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}

/** The seal of a row that follows `previous` as number `number`; undefined when the ring does not have the key. */
export function sealOf(ring: KeyRing, keyId: string, number: number, previous: string, stored: WrittenAudit): Seal | undefined {
  const key = ring.findKey(keyId, PURPOSE);
  if (key === undefined) return undefined;
  const columns = AUDIT_COLUMNS.map((column) => stored[column]);
  // Rows of earlier versions carry no proof, and their seal none either.
  const proof = stored.code === null ? [] : [stored.writer, String(stored.writer_number), stored.witness, stored.code];
  const row = code(key, [proof.length === 0 ? "row" : "proven row", String(stored.seq), ...columns, ...proof]);
  return { row, chain: code(key, ["chain", keyId, number, previous, row]) };
}

/** The code of a signed fact (the head, a checkpoint); undefined when the ring does not have the key. */
export function signatureOf(ring: KeyRing, keyId: string, kind: string, facts: readonly unknown[]): string | undefined {
  const key = ring.findKey(keyId, PURPOSE);
  return key === undefined ? undefined : code(key, [kind, keyId, ...facts]);
}
