import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { Plan } from "../plans/plan.ts";
import { NetworkMerge, NetworkRenumber, NetworkResize, NetworkSplit } from "./network-plan.ts";
import { NETWORK_PLANS } from "./network-plan-service.ts";

export const networkPlanOperations = defineOperations(
  "networks",
  {
    /** Plans to split a network into parts, which become its children. Fails with NETWORK_NOT_FOUND, CONFLICT when that cuts a pool. */
    split: defineOperation({
      summary: "Plan to split a network",
      description:
        "Answers a plan; nothing changes before it is applied. The network stays, as the container of its parts; pools, allocations " +
        "and addresses go to the part that has them. A network that is such a part already is kept as that.",
      service: NETWORK_PLANS,
      access: "plan:create",
      alsoNeeds: ["network:read", "pool:read"],
      http: { method: "POST", path: "/api/networks/{id}/split", status: 201 },
      idempotent: "kept",
      replay: async (plans, id, call) => await plans.plan(id, call),
      body: NetworkSplit,
      output: record(Plan),
      errors: ["NETWORK_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
      exists: async (plans, { id }) => await plans.networkMustExist(id),
      run: async (plans, { params, body }, call) => await plans.split(params.id, body, call),
    }),
    /** Plans to merge networks, which are one subnet together, into this one. Fails with NETWORK_NOT_FOUND, CONFLICT. */
    merge: defineOperation({
      summary: "Plan to merge networks",
      description:
        "Answers a plan; nothing changes before it is applied. This network becomes the subnet that all of them make up, and gets what " +
        "the others have; they go. They must be whole parts of one subnet, in one address space.",
      service: NETWORK_PLANS,
      access: "plan:create",
      alsoNeeds: ["network:read", "pool:read"],
      http: { method: "POST", path: "/api/networks/{id}/merge", status: 201 },
      idempotent: "kept",
      replay: async (plans, id, call) => await plans.plan(id, call),
      body: NetworkMerge,
      output: record(Plan),
      errors: ["NETWORK_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
      exists: async (plans, { id }) => await plans.networkMustExist(id),
      run: async (plans, { params, body }, call) => await plans.merge(params.id, body, call),
    }),
    /** Plans to make a network larger or smaller. Fails with NETWORK_NOT_FOUND, CONFLICT when that leaves pools outside. */
    resize: defineOperation({
      summary: "Plan to resize a network",
      description:
        "Answers a plan; nothing changes before it is applied. The subnet contains that of the network or lies in it. It must hold the " +
        "pools of the network; addresses of devices outside lose their link, which the plan shows.",
      service: NETWORK_PLANS,
      access: "plan:create",
      alsoNeeds: ["network:read"],
      http: { method: "POST", path: "/api/networks/{id}/resize", status: 201 },
      idempotent: "kept",
      replay: async (plans, id, call) => await plans.plan(id, call),
      body: NetworkResize,
      output: record(Plan),
      errors: ["NETWORK_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
      exists: async (plans, { id }) => await plans.networkMustExist(id),
      run: async (plans, { params, body }, call) => await plans.resize(params.id, body, call),
    }),
    /** Plans to move a network to other addresses, with all that lies in it. Fails with NETWORK_NOT_FOUND, CONFLICT when it is too much. */
    renumber: defineOperation({
      summary: "Plan to renumber a network",
      description:
        "Answers a plan; nothing changes before it is applied. The network moves to a subnet of the same size, or to another address " +
        "space, and takes along the networks inside it, pools, allocations and addresses of devices, each at its place. What holds the " +
        "new addresses already is shown as conflicts that the plan opens.",
      service: NETWORK_PLANS,
      access: "plan:create",
      alsoNeeds: ["network:read", "pool:read"],
      http: { method: "POST", path: "/api/networks/{id}/renumber", status: 201 },
      idempotent: "kept",
      replay: async (plans, id, call) => await plans.plan(id, call),
      body: NetworkRenumber,
      output: record(Plan),
      errors: ["NETWORK_NOT_FOUND", "CONFLICT", "PLAN_LIMIT", "NOT_FOUND"],
      exists: async (plans, { id }) => await plans.networkMustExist(id),
      run: async (plans, { params, body }, call) => await plans.renumber(params.id, body, call),
    }),
  },
  { id: "network" },
);
