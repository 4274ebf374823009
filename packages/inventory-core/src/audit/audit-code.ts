import { createHmac } from "node:crypto";
import { KEY_ID_LENGTH, type KeyRing } from "../secrets/key-ring.ts";
import { AUDIT_COLUMNS, type StoredAudit } from "./audit-rows.ts";
import { sameCode } from "./audit-seal.ts";

const PURPOSE = "audit row";

/** What a program writes beside the columns of a row, in the transaction of the change: who wrote it, and the proof. */
export const PROOF_COLUMNS = ["writer", "writer_number", "witness", "code"] as const;

/** The proof of a row as it is read; all null in rows of programs without keys, or of earlier versions. */
export interface AuditProof {
  /** Id of one run of one program. */
  readonly writer: string | null;
  /** Counts the rows of a writer from 1; those that were rolled back leave gaps. */
  readonly writer_number: number | string | null;
  /** Numbers of rows that the writer has committed before, and had not seen sealed: `17-20,23`. */
  readonly witness: string | null;
  /** Id of the key, then HMAC-SHA-256 of all columns of the row and of its proof, in base64url. */
  readonly code: string | null;
}

/** A row as it was written. */
export type WrittenAudit = StoredAudit & AuditProof;

/** `forged`: nobody with a key has written this; `unknown-key`: the ring does not have the key; `unproven`: it carries no proof. */
export type AuditVerdict = "genuine" | "forged" | "unknown-key" | "unproven";

/** Each field with its length, so that no two rows have one text; null is told from every text. */
const field = (value: string | number | null): string => (value === null ? "-" : `${String(value).length}:${value}`);

/** @param values of AUDIT_COLUMNS, in their order. @returns undefined when the ring does not have the key */
export function codeOf(ring: KeyRing, keyId: string, values: readonly (string | number | null)[], writer: string, number: number, witness: string | null): string | undefined {
  const key = ring.findKey(keyId, PURPOSE);
  if (key === undefined) return undefined;
  let text = `${field(keyId)}${field(writer)}${field(number)}${field(witness)}`;
  for (const value of values) text += field(value);
  return keyId + createHmac("sha256", key).update(text).digest("base64url");
}

/** Whether a row is as a program with a key has written it. */
export function judge(ring: KeyRing, row: WrittenAudit): AuditVerdict {
  const { writer, writer_number: number, witness, code } = row;
  if (writer === null && number === null && witness === null && code === null) return "unproven";
  if (writer === null || number === null || code === null) return "forged";
  const keyId = code.slice(0, KEY_ID_LENGTH);
  const expected = codeOf(ring, keyId, AUDIT_COLUMNS.map((column) => row[column]), writer, Number(number), witness);
  if (expected === undefined) return "unknown-key";
  return sameCode(expected, code) ? "genuine" : "forged";
}
