import { defineOperation, defineOperations, empty } from "@cadastre/inventory-core";
import { PasswordChange, PasswordReset } from "./password.ts";
import { PASSWORDS } from "./password-service.ts";

export const passwordOperations = defineOperations(
  "users",
  {
    /** Changes a password, given the one in force, and ends all sessions of the user. Fails with NOT_FOUND. */
    changePassword: defineOperation({
      summary: "Change a password",
      description: "Requires the current password. Ends all sessions of the user, including the one of the call.",
      service: PASSWORDS,
      access: "user:update",
      self: "id",
      // Each try is a guess at a password, as a sign-in is.
      limit: "login",
      delegable: false,
      http: { method: "POST", path: "/api/users/{id}/password", status: 204 },
      body: PasswordChange,
      output: empty,
      errors: ["NOT_FOUND", "CONFLICT"],
      exists: async (passwords, { id }) => await passwords.mustExist(id),
      run: async (passwords, { params, body }, call) => await passwords.change(params.id, body, call),
    }),
    /** Sets a password and ends all sessions of the user. Fails with NOT_FOUND, FORBIDDEN for an administrator's. */
    resetPassword: defineOperation({
      summary: "Reset a password",
      description: "Ends all sessions of the user. Only administrators can reset passwords of administrators.",
      service: PASSWORDS,
      access: "user:update",
      delegable: false,
      http: { method: "POST", path: "/api/users/{id}/reset-password", status: 204 },
      body: PasswordReset,
      output: empty,
      errors: ["NOT_FOUND"],
      exists: async (passwords, { id }) => await passwords.mustExist(id),
      run: async (passwords, { params, body }, call) => await passwords.reset(params.id, body, call),
    }),
  },
  { id: "user" },
);
