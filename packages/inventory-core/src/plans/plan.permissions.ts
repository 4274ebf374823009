import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "apply", "reject", "delete"] as const;

export const planPermissions = definePermissions({
  plan: { resource: "plans", area: "plans", actions, viewer: ["list", "read"], operator: actions, proposer: ["create"] },
});
