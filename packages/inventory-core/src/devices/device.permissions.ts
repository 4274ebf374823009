import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const devicePermissions = definePermissions({
  device: { resource: "devices", actions, viewer: ["list", "read"], operator: actions },
});
