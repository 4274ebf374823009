import { definePermissions } from "../contract/access/permission.ts";

export const datacenterPermissions = definePermissions({
  datacenter: {
    resource: "datacenters",
    actions: ["list", "read", "create", "update", "delete"],
    viewer: ["list", "read"],
    operator: ["list", "read"],
  },
});
