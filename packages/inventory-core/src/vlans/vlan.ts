import { choice, integer, name, reference, tags, text } from "../records/record-field.ts";
import { defineRecord } from "../records/record-kind.ts";
import { VIDS } from "./vlan-group.ts";
import { checkVid, followVlan, nameOfVid } from "./vlan-rules.ts";

/** A VLAN: a number with a name, in a group or alone. */
export const Vlan = defineRecord({
  name: "vlan",
  label: "VLAN",
  description: "A VLAN: a number and a name, which networks refer to",
  fields: {
    vid: integer(VIDS).describe("Its number, unique in its group"),
    name: name().optional().describe("Its name; `VLAN` and the number by default"),
    group_id: reference("vlan_group", { unless: { name: "vlans", value: "delete" } })
      .optional()
      .describe("Id of its group, null for none"),
    status: choice(["active", "reserved", "deprecated"]).default("active").describe("How far it is in use"),
    description: text({ max: 4096 }).optional().describe("Free text"),
    tags: tags().optional().describe("Tags"),
  },
  unique: [["group_id", "vid"]],
  search: ["name", "vid", "description", "tags"],
  within: "group_id",
  order: "vid",
  changesNetworks: true,
  derive: nameOfVid,
  check: checkVid,
  after: followVlan,
});
