/** Columns that a change writes, in the order in which they are sealed. The order never changes. */
export const AUDIT_COLUMNS = [
  "id",
  "timestamp",
  "action",
  "resource",
  "resource_id",
  "user_id",
  "username",
  "ip_address",
  "source",
  "status",
  "error",
  "changes",
  "request_id",
] as const;

/** A row as it is read, without its seal. `change_id` is what `changes` ends with, in a column that has an index. */
export type StoredAudit = Readonly<Record<(typeof AUDIT_COLUMNS)[number], string | null>> & {
  readonly seq: number;
  readonly change_id: string | null;
};

/** What a program writes beside the columns of a row, in the transaction of the change: who wrote it, and the proof. */
export const PROOF_COLUMNS = ["writer", "writer_number", "witness", "code"] as const;

/** The proof of a row as it is read; all null in rows of programs without keys, or of earlier versions. */
export interface AuditProof {
  /** Id of one run of one program. */
  readonly writer: string | null;
  /** Counts the rows of a writer from 1; those that were rolled back leave gaps. */
  readonly writer_number: number | null;
  /** Numbers of rows that the writer has committed before, and had not seen sealed: `17-20,23`. */
  readonly witness: string | null;
  /** Id of the key, then HMAC-SHA-256 of all columns of the row and of its proof, in base64url. */
  readonly code: string | null;
}

/** A row as it was written. */
export type WrittenAudit = StoredAudit & AuditProof;
