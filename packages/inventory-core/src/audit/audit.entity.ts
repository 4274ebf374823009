import { EntitySchema } from "@mikro-orm/core";

/** A row of `audit`: who did what, when and from where, with the record before and after as JSON. The sealer adds the rest. */
export interface AuditRow {
  seq: string;
  id: string;
  timestamp: string;
  action: string;
  resource: string;
  resource_id: string | null;
  user_id: string | null;
  username: string;
  ip_address: string | null;
  source: string;
  status: string;
  error: string;
  changes: string;
  request_id: string | null;
  /** Run of a program that wrote it; null in rows without a proof, as are the next three. See `audit-code.ts`. */
  writer: string | null;
  writer_number: string | null;
  witness: string | null;
  code: string | null;
  /** Number in the chain, from 1 without gaps; null until it is sealed. */
  seal_number: string | null;
  /** Id of the key that it is sealed under. */
  seal_key: string | null;
  /** Code of the row itself. */
  seal_row: string | null;
  /** Code of the row, its number and the code before: the chain. */
  seal: string | null;
}

export const AuditEntity: EntitySchema<AuditRow> = new EntitySchema<AuditRow>({
  name: "Audit",
  tableName: "audit",
  properties: {
    seq: { type: "bigint", primary: true },
    id: { type: "text" },
    timestamp: { type: "text" },
    action: { type: "text" },
    resource: { type: "text" },
    resource_id: { type: "text", nullable: true },
    user_id: { type: "text", nullable: true },
    username: { type: "text" },
    ip_address: { type: "text", nullable: true },
    source: { type: "text" },
    status: { type: "text" },
    error: { type: "text" },
    changes: { type: "text" },
    request_id: { type: "text", nullable: true },
    writer: { type: "text", nullable: true },
    writer_number: { type: "bigint", nullable: true },
    witness: { type: "text", nullable: true },
    code: { type: "text", nullable: true },
    seal_number: { type: "bigint", nullable: true },
    seal_key: { type: "text", nullable: true },
    seal_row: { type: "text", nullable: true },
    seal: { type: "text", nullable: true },
  },
});
