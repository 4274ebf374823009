import { definePlugin } from "@cadastre/inventory-core";
import { choice, defineRecord, integer, name, reference, references, text } from "@cadastre/inventory-core/records";

const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    // Named as an option of every command, and as the reference without its `_id`.
    timeout: integer({ min: 1 }).optional(),
    datacenter: text().optional(),
    datacenter_id: reference("datacenter").optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
    status: choice(["planned", "active"]).default("active"),
  },
  unique: [["provider", "name"]],
  search: ["name", "provider"],
  within: "datacenter_id",
});

/** A declared kind for tests of commands. */
export default definePlugin({ id: "circuits", records: [Circuit] });
