import { definePermissions } from "@cadastre/inventory-core";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const webhookPermissions = definePermissions({
  webhook: { resource: "webhooks", area: "webhooks", actions, viewer: ["list", "read"], operator: ["list", "read"] },
});
