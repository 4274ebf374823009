import { definePlugin } from "@cadastre/inventory-core";
import {
  address,
  boolean,
  choice,
  cidr,
  date,
  defineRecord,
  integer,
  mac,
  map,
  name,
  number,
  reference,
  references,
  tags,
  text,
  texts,
  timestamp,
  url,
} from "@cadastre/inventory-core/records";
import { Circuit } from "../../../../examples/records/src/circuits.ts";

/** A kind with a field of each type, claims, and a plural that is not the name and an s. */
export const PatchSwitch = defineRecord({
  name: "patch_switch",
  fields: {
    name: name(),
    note: text({ max: 100 }).optional(),
    height: integer({ min: 1, max: 10 }).default(1),
    weight: number().optional(),
    is_leased: boolean().optional(),
    bought_on: date().optional(),
    checked_at: timestamp().optional(),
    face: choice(["front", "rear"]).default("front"),
    depth: choice([19, 21, 23]).optional(),
    manual: url().optional(),
    management: address().optional(),
    subnet: cidr().optional(),
    hardware: mac().optional(),
    tags: tags().optional(),
    serials: texts({ max: 20 }).optional(),
    options: map().optional(),
    circuit_id: reference("circuit", { onDelete: "cascade" }).optional(),
    network_ids: references("network", { onDelete: "clear" }).optional(),
    datacenter_id: reference("datacenter").optional(),
  },
  search: ["name", "note"],
  index: ["bought_on"],
  within: "datacenter_id",
  claims: ({ face, name: called }) => [`${called}/${face}`],
});

export const kinds = [Circuit, PatchSwitch] as const;

/** A plugin with both kinds. */
export const kindsPlugin = () => definePlugin({ id: "kinds", records: kinds });
