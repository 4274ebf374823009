import { definePermissions } from "../contract/access/permission.ts";

export const spacePermissions = definePermissions({
  space: {
    resource: "spaces",
    area: "ipam",
    actions: ["list", "read", "create", "update", "delete"],
    viewer: ["list", "read"],
    operator: ["list", "read", "create", "update", "delete"],
  },
});
