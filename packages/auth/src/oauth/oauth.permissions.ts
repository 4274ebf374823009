import { definePermissions } from "@cadastre/inventory-core";

/** An administrator's matter (decisions.md §11). Clients register themselves, so nobody creates or changes them. */
export const oauthPermissions = definePermissions({
  "oauth-client": { resource: "oauth-clients", actions: ["list", "delete"], ofAccounts: true },
});
