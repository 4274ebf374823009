import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const discoveryPermissions = definePermissions({
  discovery: { resource: "discovery", area: "discovery", actions, viewer: ["list", "read"], operator: actions },
});
