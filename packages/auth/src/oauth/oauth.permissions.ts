import { definePermissions } from "@cadastre/inventory-core";

/** An administrator's matter (docs/spec/accounts.md#built-in-roles). Clients register themselves, so nobody creates or changes them. */
export const oauthPermissions = definePermissions({
  "oauth-client": { resource: "oauth-clients", actions: ["list", "delete"], area: "accounts", ofAccounts: true },
});
