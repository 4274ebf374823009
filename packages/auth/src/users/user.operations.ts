import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { RoleGrant, User, UserCreate } from "./user.ts";
import { USERS } from "./user-service.ts";

export const userOperations = defineOperations("users", {
  /** All users, by username. */
  list: defineOperation({
    summary: "List users",
    service: USERS,
    access: "user:list",
    http: { method: "GET", path: "/api/users", status: 200 },
    output: list(User),
    run: async (users, _, call) => await users.list(call.signal),
  }),
  /** Creates a user. Fails with ALREADY_EXISTS, FORBIDDEN when the caller lacks what a role gives. */
  create: defineOperation({
    summary: "Create a user",
    service: USERS,
    access: "user:create",
    http: { method: "POST", path: "/api/users", status: 201 },
    body: UserCreate,
    output: record(User),
    errors: ["ALREADY_EXISTS"],
    run: async (users, { body }, call) => await users.create(body, call),
  }),
  /** One user; everyone may read themselves. Fails with NOT_FOUND. */
  get: defineOperation({
    summary: "Get a user",
    description: "Everyone may read themselves; others need user:read.",
    service: USERS,
    access: "authenticated",
    http: { method: "GET", path: "/api/users/{id}", status: 200 },
    output: record(User),
    errors: ["FORBIDDEN", "NOT_FOUND"],
    conditional: true,
    run: async (users, { params }, call) => await users.get(params.id, call),
  }),
  /** Gives a user a role; nothing happens when the user has it. Fails with FORBIDDEN when the caller lacks what it gives. */
  grantRole: defineOperation({
    summary: "Give a user a role",
    service: USERS,
    access: "user:update",
    alsoNeeds: ["role:read"],
    http: { method: "POST", path: "/api/users/grant-role", status: 201 },
    body: RoleGrant,
    output: record(User),
    run: async (users, { body }, call) => await users.grantRole(body, call),
  }),
  /** Takes a role from a user; nothing happens when the user does not have it. Fails with LAST_ADMIN. */
  revokeRole: defineOperation({
    summary: "Take a role from a user",
    service: USERS,
    access: "user:update",
    alsoNeeds: ["role:read"],
    http: { method: "POST", path: "/api/users/revoke-role", status: 204 },
    body: RoleGrant,
    output: empty,
    errors: ["LAST_ADMIN"],
    run: async (users, { body }, call) => await users.revokeRole(body, call),
  }),
});
