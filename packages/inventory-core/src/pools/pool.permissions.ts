import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const poolPermissions = definePermissions({
  pool: { resource: "pools", area: "ipam", actions, viewer: ["list", "read"], operator: actions },
  allocation: { resource: "allocations", area: "ipam", actions, viewer: ["list", "read"], operator: actions },
});
