import { definePermissions } from "../contract/access/permission.ts";

export const eventPermissions = definePermissions({
  event: { resource: "events", actions: ["read"], operator: ["read"] },
});
