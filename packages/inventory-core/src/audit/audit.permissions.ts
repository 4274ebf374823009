import { definePermissions } from "../contract/permission.ts";

export const auditPermissions = definePermissions({
  audit: { resource: "audit", actions: ["list", "read", "export"] },
});
