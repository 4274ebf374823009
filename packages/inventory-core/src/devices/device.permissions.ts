import { definePermissions } from "../contract/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const devicePermissions = definePermissions({
  device: { resource: "devices", actions, viewer: ["list", "read"], operator: actions },
});
