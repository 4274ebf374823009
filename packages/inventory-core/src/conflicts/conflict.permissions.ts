import { definePermissions } from "../contract/access/permission.ts";

export const conflictPermissions = definePermissions({
  conflict: {
    resource: "conflicts",
    area: "ipam",
    actions: ["list", "read", "create", "update", "delete", "detect"],
    viewer: ["list", "read"],
    operator: ["list", "read", "update", "detect"],
  },
});
