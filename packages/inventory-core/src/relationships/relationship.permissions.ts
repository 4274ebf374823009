import { definePermissions } from "../contract/access/permission.ts";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const relationshipPermissions = definePermissions({
  relationship: { resource: "relationships", actions, viewer: ["list", "read"], operator: actions },
});
