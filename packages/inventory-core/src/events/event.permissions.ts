import { definePermissions } from "../contract/access/permission.ts";

export const eventPermissions = definePermissions({
  event: { resource: "events", area: "audit", actions: ["read"], operator: ["read"] },
});
