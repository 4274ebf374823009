// The complete public surface of @cadastre/auth. Named exports only.

export { authPlugin, authAdministration } from "./auth-plugin.ts";
export { AuthOptions } from "./auth-options.ts";
export { authErrors } from "./auth.errors.ts";

// Setting up
export { type Administration, ADMINISTRATION } from "./administration/administration.ts";
export { SETUP, type SetupService, type SetupState } from "./setup/setup-service.ts";

// What an application may bind in place of ours
export { PASSWORD_HASHER, type PasswordHasher } from "./passwords/password-hasher.ts";
export type { HashCaller } from "./passwords/hash-queue.ts";

// Records
export { User } from "./users/user.ts";
export { Role } from "./roles/role.ts";
export { ApiKey, NewApiKey } from "./keys/api-key.ts";
export { SignedIn } from "./sessions/session.ts";
