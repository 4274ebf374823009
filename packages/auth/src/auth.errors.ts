import { defineErrors, type DetailsOf, errorOf } from "@cadastre/inventory-core";

/** Errors that only authentication gives. */
export const authErrors = defineErrors({
  INVALID_CREDENTIALS: errorOf(
    "unauthenticated",
    "the username or password is wrong, or the setup token is",
    (d: { reason?: string }) => d.reason ?? "username or password is wrong",
  ),
  EXPIRED_KEY: errorOf(
    "unauthenticated",
    "the API key has expired",
    (d: { expired_at: string }) => `this API key expired at ${d.expired_at}: create a new one`,
  ),
  CANNOT_DELETE_SELF: errorOf(
    "invalid",
    "a user tried to delete themselves",
    (_: Record<never, never>) => "users cannot delete themselves: ask another administrator",
  ),
  SYSTEM_ROLE: errorOf(
    "invalid",
    "a system role cannot be changed or deleted",
    (d: { name: string }) => `the role ${d.name} is built-in and cannot be changed: create a custom role`,
  ),
  LAST_ADMIN: errorOf(
    "invalid",
    "the change would leave no active administrator",
    (d: { username: string }) => `${d.username} is the last active administrator: make another user administrator first`,
  ),
});

declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof authErrors> {}
}
