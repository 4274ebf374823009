import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `scan`. `plan` is what is to be probed, `done` and `skipped` say by index which addresses were (ScanBits).
 * `lease` is the host's proof that it runs the scan, until `lease_until`.
 */
export interface ScanRow {
  id: string;
  network_id: string;
  rule_id: string | null;
  status: string;
  scan_type: string;
  plan: string;
  done: string;
  skipped: string;
  lease: string | null;
  lease_until: string | null;
  attempts: number;
  created_at: string;
  doc: string;
}

export const ScanEntity: EntitySchema<ScanRow> = new EntitySchema<ScanRow>({
  name: "Scan",
  tableName: "scan",
  properties: {
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
    created_at: { type: "text" },
    doc: { type: "text" },
  },
});
