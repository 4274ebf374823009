import { definePlugin } from "@cadastre/inventory-core";
import { choice, defineRecord, integer, name, reference, references, text } from "@cadastre/inventory-core/records";

// #region kind
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

export const circuitsPlugin = () => definePlugin({ id: "circuits", records: [Circuit] });
// #endregion
