import { defineOperation, defineOperations, list, record } from "@cadastre/inventory-core";
import { Permission } from "./permission.ts";
import { Role } from "./role.ts";
import { ROLES } from "./role-service.ts";

export const roleOperations = defineOperations("roles", {
  /** All roles, by name, with their permissions. */
  list: defineOperation({
    summary: "List roles",
    service: ROLES,
    access: "role:list",
    http: { method: "GET", path: "/api/roles", status: 200 },
    output: list(Role),
    run: async (roles) => await roles.list(),
  }),
  /** One role. Fails with NOT_FOUND. */
  get: defineOperation({
    summary: "Get a role",
    service: ROLES,
    access: "role:read",
    http: { method: "GET", path: "/api/roles/{id}", status: 200 },
    output: record(Role),
    errors: ["NOT_FOUND"],
    conditional: true,
    run: async (roles, { params }) => await roles.get(params.id),
  }),
});

export const permissionOperations = defineOperations("permissions", {
  /** All permissions there are, by name. */
  list: defineOperation({
    summary: "List permissions",
    service: ROLES,
    access: "role:list",
    http: { method: "GET", path: "/api/permissions", status: 200 },
    output: list(Permission),
    run: async (roles) => roles.permissions(),
  }),
});
