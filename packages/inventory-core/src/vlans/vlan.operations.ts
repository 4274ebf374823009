import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { VLAN_ALLOCATIONS } from "./vlan-allocation-service.ts";
import { AllocatedVlans, NextVid, VlanRequest } from "./vlan-request.ts";

export const vlanAllocationOperations = defineOperations(
  "vlanGroups",
  {
    /** Creates VLANs with free numbers of a group, all or none. Fails with VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE, CONFLICT. */
    allocate: defineOperation({
      summary: "Create VLANs with free numbers of a VLAN group",
      description:
        "VLANs of the lowest free numbers of the group, or of exactly the number that is asked for, all or none. Each is called VLAN and " +
        "its number unless a name is given; several get the name with the number. The same key, or Idempotency-Key header, gives the " +
        "same VLANs again; when one of them was deleted since, it is refused, naming it.",
      service: VLAN_ALLOCATIONS,
      access: "vlan:create",
      http: { method: "POST", path: "/api/vlan-groups/{id}/vlans", status: 201 },
      plannable: true,
      body: VlanRequest,
      output: record(AllocatedVlans),
      errors: ["VLAN_GROUP_NOT_FOUND", "VID_NOT_AVAILABLE", "ALREADY_EXISTS", "CONFLICT"],
      idempotent: "own",
      exists: async (vlans, { id }) => await vlans.groupMustExist(id),
      run: async (vlans, { params, body }, call) => await vlans.allocate(params.id, body, call),
    }),
    /** The lowest free number of a group. Fails with VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE. */
    nextVid: defineOperation({
      summary: "Show the lowest free number of a VLAN group",
      description: "Reserves nothing.",
      service: VLAN_ALLOCATIONS,
      access: "vlan-group:read",
      http: { method: "GET", path: "/api/vlan-groups/{id}/next-vid", status: 200 },
      output: record(NextVid),
      errors: ["VLAN_GROUP_NOT_FOUND", "VID_NOT_AVAILABLE"],
      run: async (vlans, { params }) => await vlans.nextVid(params.id),
    }),
  },
  { id: "vlan_group" },
);
