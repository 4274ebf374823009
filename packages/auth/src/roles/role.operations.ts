import { defineOperation, defineOperations, empty, list, PermissionRecord, record } from "@cadastre/inventory-core";
import { PermissionFilter, Role, RoleCreate, RoleFilter, RoleUpdate } from "./role.ts";
import { ROLE_EDITOR } from "./role-editor.ts";
import { ROLES } from "./role-service.ts";

export const roleOperations = defineOperations(
  "roles",
  {
    /** All roles, by name, with their permissions. */
    list: defineOperation({
      summary: "List roles",
      service: ROLES,
      access: "role:list",
      delegable: true,
      http: { method: "GET", path: "/api/roles", status: 200 },
      query: RoleFilter,
      output: list(Role),
      run: async (roles, { query }) => await roles.list(query),
    }),
    /** One role. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a role",
      service: ROLES,
      access: "role:read",
      delegable: true,
      http: { method: "GET", path: "/api/roles/{id}", status: 200 },
      output: record(Role),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (roles, { params }) => await roles.get(params.id),
    }),
    /** Creates a role. Fails with ALREADY_EXISTS, FORBIDDEN when the caller lacks a permission of it. */
    create: defineOperation({
      summary: "Create a role",
      description: "Permissions are given by name or id. Callers can add only permissions that they have.",
      service: ROLE_EDITOR,
      access: "role:create",
      delegable: false,
      http: { method: "POST", path: "/api/roles", status: 201 },
      body: RoleCreate,
      output: record(Role),
      errors: ["ALREADY_EXISTS"],
      run: async (roles, { body }, call) => await roles.create(body, call),
    }),
    /** Changes the fields that are given. Fails with NOT_FOUND, SYSTEM_ROLE, ALREADY_EXISTS, FORBIDDEN. */
    update: defineOperation({
      summary: "Change a role",
      description: "Changes apply to the next request of users with the role. Callers can add only permissions that they have.",
      service: ROLE_EDITOR,
      access: "role:update",
      delegable: false,
      http: { method: "PUT", path: "/api/roles/{id}", status: 200 },
      body: RoleUpdate,
      output: record(Role),
      errors: ["NOT_FOUND", "SYSTEM_ROLE", "ALREADY_EXISTS"],
      conditional: true,
      exists: async (roles, { id }) => await roles.mustExist(id),
      run: async (roles, { params, body }, call) => await roles.update(params.id, body, call),
    }),
    /** Deletes a role and takes it from those who hold it. Fails with NOT_FOUND, SYSTEM_ROLE. */
    delete: defineOperation({
      summary: "Delete a role",
      description: "Users with the role lose it with their next request.",
      service: ROLE_EDITOR,
      access: "role:delete",
      delegable: false,
      http: { method: "DELETE", path: "/api/roles/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND", "SYSTEM_ROLE"],
      conditional: true,
      run: async (roles, { params }, call) => await roles.delete(params.id, call),
    }),
  },
  { id: "role" },
);

export const permissionOperations = defineOperations("permissions", {
  /** All permissions there are, by name. */
  list: defineOperation({
    summary: "List permissions",
    service: ROLES,
    access: "role:list",
    delegable: true,
    http: { method: "GET", path: "/api/permissions", status: 200 },
    query: PermissionFilter,
    output: list(PermissionRecord),
    run: async (roles, { query }) => roles.permissions(query),
  }),
});
