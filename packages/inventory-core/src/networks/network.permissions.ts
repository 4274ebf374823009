import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const networkPermissions = definePermissions({
  network: { resource: "networks", area: "ipam", actions, viewer: ["list", "read"], operator: actions },
});
