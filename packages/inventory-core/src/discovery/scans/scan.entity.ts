import { defineTable, type RowOf } from "../../storage/table.ts";
import { addedFields, DocumentType } from "../../storage/document-type.ts";
import { Scan } from "./scan.ts";

/**
 * A row of `scan`. `plan` is what is to be probed, `done` and `skipped` say by index which addresses were (ScanBits).
 * `lease` is the host's or agent's proof that it runs the scan, until `lease_until`; `batches` are those of the agent that have come
 * under it (BatchNumbers). `caller` is the id of the user who asked for it or the kind of another caller, `claimed_at` when a host or
 * agent took it last.
 */
export const scanTable = defineTable("Scan", "scan", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  rule_id: { type: "text", nullable: true },
  status: { type: "text" },
  scan_type: { type: "text" },
  plan: { type: "text" },
  done: { type: "text" },
  skipped: { type: "text" },
  lease: { type: "text", nullable: true },
  lease_until: { type: "text", nullable: true },
  attempts: { type: "integer" },
  agent_id: { type: "text", nullable: true },
  batches: { type: "text" },
  caller: { type: "text" },
  claimed_at: { type: "text", nullable: true },
  created_at: { type: "text" },
  doc: { type: "text" },
});

export type ScanRow = RowOf<typeof scanTable>;

export const ScanEntity = scanTable.entity;

/** Documents of scans: the only copy of what they say. */
export const scanDocuments = new DocumentType({ table: "scan", schema: Scan, steps: [addedFields({ agent_id: null })] });
