import { createHmac } from "node:crypto";
import { KEY_ID_LENGTH, type KeyRing } from "../../secrets/key-ring.ts";
import { AUDIT_COLUMNS, type WrittenAudit } from "./audit-columns.ts";
import { changeIdOf } from "./changes-text.ts";
import { sameCode } from "./same-code.ts";

const PURPOSE = "audit row";

/** `forged`: nobody with a key has written this; `unknown-key`: the ring does not have the key; `unproven`: it carries no proof. */
export type AuditVerdict = "genuine" | "forged" | "unknown-key" | "unproven";

/** Each field with its length, so that no two rows have one text; null is told from every text. */
const field = (value: string | number | null): string => (value === null ? "-" : `${String(value).length}:${value}`);

/** @param values of AUDIT_COLUMNS, in their order. @returns undefined when the ring does not have the key */
export function codeOf(
  ring: KeyRing,
  keyId: string,
  values: readonly (string | number | null)[],
  writer: string,
  number: number,
  witness: string | null,
): string | undefined {
  const key = ring.findKey(keyId, PURPOSE);
  if (key === undefined) return undefined;
  let text = `${field(keyId)}${field(writer)}${field(number)}${field(witness)}`;
  for (const value of values) text += field(value);
  return keyId + createHmac("sha256", key).update(text).digest("base64url");
}

/** Whether a row is as a program with a key has written it. */
export function verifyRow(ring: KeyRing, row: WrittenAudit): AuditVerdict {
  const { writer, writer_number: number, witness, code } = row;
  if (writer === null && number === null && witness === null && code === null) return "unproven";
  if (writer === null || number === null || code === null) return "forged";
  const keyId = code.slice(0, KEY_ID_LENGTH);
  const expected = codeOf(
    ring,
    keyId,
    AUDIT_COLUMNS.map((column) => row[column]),
    writer,
    number,
    witness,
  );
  if (expected === undefined) return "unknown-key";
  if (row.change_id !== changeIdOf(row.changes)) return "forged";
  return sameCode(expected, code) ? "genuine" : "forged";
}
