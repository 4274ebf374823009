import { EntitySchema } from "@mikro-orm/core";

/** A row of `discovery_rule`; `due_at` is null while it is disabled. */
export interface DiscoveryRuleRow {
  id: string;
  network_id: string;
  scan_type: string;
  due_at: string | null;
  created_at: string;
  doc: string;
}

export const DiscoveryRuleEntity: EntitySchema<DiscoveryRuleRow> = new EntitySchema<DiscoveryRuleRow>({
  name: "DiscoveryRule",
  tableName: "discovery_rule",
  properties: {
    id: { type: "text", primary: true },
    network_id: { type: "text" },
    scan_type: { type: "text" },
    due_at: { type: "text", nullable: true },
    created_at: { type: "text" },
    doc: { type: "text" },
  },
});
