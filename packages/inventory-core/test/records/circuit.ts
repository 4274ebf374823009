import { choice, defineRecord, integer, name, reference, references, text } from "../../src/records.ts";

/** The kind of record that tests of the doors of declared kinds use. */
export const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    status: choice(["planned", "active", "terminated"]).default("active"),
    datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
  },
  unique: [["provider", "name"]],
  search: ["name", "provider"],
  within: "datacenter_id",
});
