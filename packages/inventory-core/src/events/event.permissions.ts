import { definePermissions } from "../contract/permission.ts";

export const eventPermissions = definePermissions({
  event: { resource: "events", actions: ["read"], operator: ["read"] },
});
