import { defineTable, type RowOf } from "../../storage/table.ts";
import { addedFields, DocumentType } from "../../storage/document-type.ts";
import { DiscoveryRule } from "./discovery-rule.ts";

/** A row of `discovery_rule`; `due_at` is null while it is disabled. */
export const discoveryRuleTable = defineTable("DiscoveryRule", "discovery_rule", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  scan_type: { type: "text" },
  due_at: { type: "text", nullable: true },
  created_at: { type: "text" },
  doc: { type: "text" },
});

export type DiscoveryRuleRow = RowOf<typeof discoveryRuleTable>;

export const DiscoveryRuleEntity = discoveryRuleTable.entity;

/** Rules of version 1 have an interval. */
const withSchedule = addedFields({ schedule: "", timezone: "" });

/** Documents of discovery rules: the only copy of what they say. */
export const discoveryRuleDocuments = new DocumentType({ table: "discovery_rule", schema: DiscoveryRule, steps: [withSchedule] });
