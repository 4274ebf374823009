import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { Plan } from "../plans/plan.ts";
import { NETWORK_PLANS } from "./network-plan-service.ts";

export const vlanPlanOperations = defineOperations(
  "vlanGroups",
  {
    /** Plans to make VLANs of the numbers of networks. Fails with VLAN_GROUP_NOT_FOUND, CONFLICT when there is nothing to do. */
    adopt: defineOperation({
      summary: "Plan to make VLANs of the numbers of networks",
      description:
        "Answers a plan; nothing changes before it is applied. Each number that networks of the datacenter of the group have, else of " +
        "its space, becomes a VLAN of the group, to which they are linked. Networks with a VLAN keep it; numbers outside of the bounds " +
        "of the group are among the warnings.",
      service: NETWORK_PLANS,
      access: "plan:create",
      alsoNeeds: ["vlan-group:read"],
      http: { method: "POST", path: "/api/vlan-groups/{id}/adopt", status: 201 },
      idempotent: "kept",
      replay: async (plans, id, call) => await plans.plan(id, call),
      output: record(Plan),
      errors: ["VLAN_GROUP_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
      run: async (plans, { params }, call) => await plans.adopt(params.id, call),
    }),
  },
  { id: "vlan_group" },
);
