import { defineErrors, errorOf } from "@cadastre/inventory-core";

/** Errors that only authentication gives. */
export const authErrors = defineErrors({
  INVALID_CREDENTIALS: errorOf(
    "unauthenticated",
    "username and password do not belong together, or the setup token is wrong",
    (d: { reason?: string }) => d.reason ?? "username or password is wrong",
  ),
  EXPIRED_KEY: errorOf(
    "unauthenticated",
    "the API key has expired",
    (d: { expired_at: string }) => `this API key expired at ${d.expired_at}: ask for a new one`,
  ),
  CANNOT_DELETE_SELF: errorOf(
    "invalid",
    "a user tried to delete themselves",
    (_: Record<never, never>) => "nobody deletes themselves: ask another administrator",
  ),
  SYSTEM_ROLE: errorOf(
    "invalid",
    "a system role cannot be changed or deleted",
    (d: { name: string }) => `the role ${d.name} is built in and stays as it is: create a role of your own`,
  ),
  LAST_ADMIN: errorOf(
    "invalid",
    "the change would leave no active administrator",
    (d: { username: string }) => `${d.username} is the last active administrator: make another user administrator first`,
  ),
});
