import { definePermissions } from "@cadastre/inventory-core";

const actions = ["list", "read", "create", "update", "delete"] as const;

/** Sources hold passwords and lead to files and servers: they are the administrator's. */
export const leaseSourcePermissions = definePermissions({
  "lease-source": { resource: "lease-sources", area: "discovery", actions, viewer: ["list", "read"], operator: ["list", "read"] },
});
