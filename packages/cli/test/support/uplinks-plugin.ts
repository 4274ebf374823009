import { definePlugin, type Plugin } from "@cadastre/inventory-core";
import { boolean, choice, defineRecord, integer, name, reference, references, tags, text } from "@cadastre/inventory-core/records";

const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    is_leased: boolean().optional(),
    width: choice([19, 21]).optional(),
    tags: tags().optional(),
    datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
  },
  unique: [["provider", "name"]],
  within: "datacenter_id",
});

const CircuitUplink = defineRecord({
  name: "circuit_uplink",
  fields: { name: name(), note: text().optional(), circuit_id: reference("circuit", { onDelete: "cascade" }) },
  within: "circuit_id",
});

/** A plugin that declares two kinds, of which one refers to the other. */
export const circuitsPlugin = (): Plugin => definePlugin({ id: "circuits", records: [CircuitUplink, Circuit] });
