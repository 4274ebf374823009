import { defineTable } from "../storage/table.ts";

/** A row of `audit`: who did what, when and from where, with the record before and after as JSON. The sealer adds the rest. */
export const auditTable = defineTable("Audit", "audit", {
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
  /** The change that it is a part of, which `changes` ends with, too: see `changes-text.ts`. Null in rows of earlier versions. */
  change_id: { type: "text", nullable: true },
  /** Datacenter, and network or pool, that a deleted or moved record left; outside the seal. See `former-places.ts`. */
  former_datacenter_id: { type: "text", nullable: true },
  former_container_id: { type: "text", nullable: true },
  /** Run of a program that wrote it; null in rows without a proof, as are the next three. See `audit-code.ts`. */
  writer: { type: "text", nullable: true },
  writer_number: { type: "bigint", nullable: true },
  witness: { type: "text", nullable: true },
  code: { type: "text", nullable: true },
  /** Number in the chain, from 1 without gaps; null until it is sealed. */
  seal_number: { type: "bigint", nullable: true },
  /** Id of the key that it is sealed under. */
  seal_key: { type: "text", nullable: true },
  /** Code of the row itself. */
  seal_row: { type: "text", nullable: true },
  /** Code of the row, its number and the code before: the chain. */
  seal: { type: "text", nullable: true },
});

export const AuditEntity = auditTable.entity;
