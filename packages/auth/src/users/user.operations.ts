import { defineOperation, defineOperations, empty, list, PermissionRecord, record, RoleSummary } from "@cadastre/inventory-core";
import { ROLE_GRANTS } from "./role-grants.ts";
import { RoleGrant, User, UserCreate, UserFilter, UserUpdate } from "./user.ts";
import { USERS } from "./user-service.ts";

export const userOperations = defineOperations(
  "users",
  {
    /** All users, by username. */
    list: defineOperation({
      summary: "List users",
      service: USERS,
      access: "user:list",
      delegable: true,
      http: { method: "GET", path: "/api/users", status: 200 },
      query: UserFilter,
      output: list(User),
      run: async (users, { query }, call) => await users.list(query, call.signal),
    }),
    /** Creates a user. Fails with ALREADY_EXISTS, FORBIDDEN when the caller lacks what a role gives. */
    create: defineOperation({
      summary: "Create a user",
      service: USERS,
      access: "user:create",
      delegable: false,
      http: { method: "POST", path: "/api/users", status: 201 },
      body: UserCreate,
      output: record(User),
      errors: ["ALREADY_EXISTS"],
      run: async (users, { body }, call) => await users.create(body, call),
    }),
    /** One user; everyone may read themselves. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a user",
      description: "Users can read themselves; other users require user:read.",
      service: USERS,
      access: "user:read",
      self: "id",
      delegable: true,
      http: { method: "GET", path: "/api/users/{id}", status: 200 },
      output: record(User),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (users, { params }) => await users.get(params.id),
    }),
    /** Changes the fields that are given. Fails with NOT_FOUND, FORBIDDEN, ALREADY_EXISTS, LAST_ADMIN. */
    update: defineOperation({
      summary: "Change a user",
      description:
        "Users can change their own email and full_name; other fields require user:update, and role_ids also role:read. Only " +
        "administrators can change administrators. Deactivating ends all sessions and disables the keys.",
      service: USERS,
      access: "user:update",
      self: "id",
      delegable: false,
      http: { method: "PUT", path: "/api/users/{id}", status: 200 },
      body: UserUpdate,
      output: record(User),
      errors: ["NOT_FOUND", "ALREADY_EXISTS", "LAST_ADMIN"],
      conditional: true,
      exists: async (users, { id }) => void (await users.get(id)),
      run: async (users, { params, body }, call) => await users.update(params.id, body, call),
    }),
    /** Deletes a user with all sessions and keys. Fails with NOT_FOUND, CANNOT_DELETE_SELF, LAST_ADMIN. */
    delete: defineOperation({
      summary: "Delete a user",
      description: "Sessions, keys and role assignments are deleted too. Only administrators can delete administrators.",
      service: USERS,
      access: "user:delete",
      delegable: false,
      http: { method: "DELETE", path: "/api/users/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND", "CANNOT_DELETE_SELF", "LAST_ADMIN"],
      conditional: true,
      run: async (users, { params }, call) => await users.delete(params.id, call),
    }),
    /** The roles of a user, by name. Fails with NOT_FOUND. */
    roles: defineOperation({
      summary: "List a user's roles",
      service: USERS,
      access: "user:read",
      self: "id",
      delegable: true,
      http: { method: "GET", path: "/api/users/{id}/roles", status: 200 },
      output: list(RoleSummary),
      errors: ["NOT_FOUND"],
      run: async (users, { params }) => await users.roles(params.id),
    }),
    /** What a user may do, by name. Fails with NOT_FOUND. */
    permissions: defineOperation({
      summary: "List a user's permissions",
      description: "The union of the permissions of all roles; empty for an inactive user.",
      service: USERS,
      access: "user:read",
      self: "id",
      delegable: true,
      http: { method: "GET", path: "/api/users/{id}/permissions", status: 200 },
      output: list(PermissionRecord),
      errors: ["NOT_FOUND"],
      run: async (users, { params }) => await users.permissions(params.id),
    }),
    /** Gives a user a role; nothing happens when the user has it. Fails with FORBIDDEN when the caller lacks what it gives. */
    grantRole: defineOperation({
      summary: "Assign a role to a user",
      service: ROLE_GRANTS,
      access: "user:update",
      alsoNeeds: ["role:read"],
      delegable: false,
      http: { method: "POST", path: "/api/users/grant-role", status: 201 },
      body: RoleGrant,
      output: record(User),
      run: async (grants, { body }, call) => await grants.grant(body, call),
    }),
    /** Takes a role from a user; nothing happens when the user does not have it. Fails with LAST_ADMIN. */
    revokeRole: defineOperation({
      summary: "Remove a role from a user",
      service: ROLE_GRANTS,
      access: "user:update",
      alsoNeeds: ["role:read"],
      delegable: false,
      http: { method: "POST", path: "/api/users/revoke-role", status: 204 },
      body: RoleGrant,
      output: empty,
      errors: ["LAST_ADMIN"],
      run: async (grants, { body }, call) => await grants.revoke(body, call),
    }),
  },
  { id: "user" },
);
