import { definePermissions } from "../contract/access/permission.ts";

export const auditPermissions = definePermissions({
  audit: { resource: "audit", area: "audit", actions: ["list", "read", "export"] },
});
