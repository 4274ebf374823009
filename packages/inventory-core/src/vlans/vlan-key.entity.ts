import { defineTable } from "../storage/table.ts";

/**
 * A row of `vlan_request_key`: what the request key of a VLAN group was first used for. `request` is the request as JSON, `vlans` what it
 * was given, as JSON `[{id, vid}]`.
 */
export const VlanKeyEntity = defineTable("VlanKey", "vlan_request_key", {
  group_id: { type: "text", primary: true },
  request_key: { type: "text", primary: true },
  request: { type: "text" },
  vlans: { type: "text" },
  created_at: { type: "text" },
  /** When the last of its VLANs was deleted or left the group; null while there is one. */
  ended_at: { type: "text", nullable: true },
}).entity;
