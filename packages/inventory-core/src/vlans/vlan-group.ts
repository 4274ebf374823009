import { integer, name, reference, text } from "../records/record-field.ts";
import { defineRecord } from "../records/record-kind.ts";
import { checkBounds, forgetKeysOfGroup } from "./vlan-rules.ts";

/** The numbers that VLANs can have (IEEE 802.1Q). */
export const VIDS = { min: 1, max: 4094 } as const;

/** A range of VLAN numbers that are given out together: those of a site, or of a space. */
export const VlanGroup = defineRecord({
  name: "vlan_group",
  label: "VLAN group",
  description: "VLANs whose numbers are unique together: those of a datacenter, a space or a switch domain",
  fields: {
    name: name().describe("Its name, unique in its datacenter"),
    datacenter_id: reference("datacenter").optional().describe("Id of the datacenter whose networks it numbers, null for none"),
    space_id: reference("space").optional().describe("Id of the address space whose networks it numbers, null for none"),
    min_vid: integer(VIDS).default(VIDS.min).describe("Lowest number of its VLANs"),
    max_vid: integer(VIDS).default(VIDS.max).describe("Highest number of its VLANs"),
    description: text({ max: 4096 }).optional().describe("Free text"),
  },
  unique: [{ fields: ["name", "datacenter_id"], nulls: "equal" }],
  search: ["name", "description"],
  within: "datacenter_id",
  changesNetworks: true,
  check: checkBounds,
  after: forgetKeysOfGroup,
});
