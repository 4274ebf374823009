import { definePermissions } from "@cadastre/inventory-core";

/** An administrator's matters: no other built-in role holds them (docs/spec/accounts.md#built-in-roles). */
export const authPermissions = definePermissions({
  user: { resource: "users", actions: ["list", "read", "create", "update", "delete"], area: "accounts", ofAccounts: true },
  role: { resource: "roles", actions: ["list", "read", "create", "update", "delete"], area: "accounts", ofAccounts: true },
  apikey: { resource: "apikeys", actions: ["list", "read", "create", "update", "delete"], area: "accounts", ofAccounts: true },
});
