import { definePlugin } from "@cadastre/inventory-core";
import {
  boolean,
  choice,
  date,
  defineRecord,
  integer,
  map,
  name,
  reference,
  references,
  tags,
  text,
  timestamp,
  url,
} from "@cadastre/inventory-core/records";

/** A kind with a field of every type that forms draw in a way of its own. */
export const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    status: choice(["planned", "active", "terminated"]).default("active"),
    datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
    managed: boolean().default(false),
    contract_until: date().optional(),
    tested_at: timestamp().optional(),
    portal: url().optional(),
    labels: tags().optional(),
    options: map().optional(),
  },
  unique: [["provider", "name"]],
  index: ["name"],
  search: ["name", "provider"],
  within: "datacenter_id",
});

/** A kind that refers to another declared kind, with a label of its own. */
export const CircuitEnd = defineRecord({
  name: "circuit_end",
  label: "Circuit end",
  fields: { name: name(), circuit_id: reference("circuit", { onDelete: "refuse" }) },
});

/** A kind that refers to a network and a space. */
export const Uplink = defineRecord({
  name: "uplink",
  fields: {
    name: name(),
    network_id: reference("network", { onDelete: "refuse" }).optional(),
    space_id: reference("space", { onDelete: "refuse" }).optional(),
  },
});

export const circuitsPlugin = () => definePlugin({ id: "circuits", engine: "*", records: [Circuit, CircuitEnd, Uplink] });
