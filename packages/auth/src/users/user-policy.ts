import { coreErrors, holds, type Principal } from "@cadastre/inventory-core";
import type { Held } from "../roles/permission-catalogue.ts";
import type { User, UserUpdate } from "./user.ts";

/** An administrator may do everything; no sum of other roles makes one. */
export function isAdministrator(principal: Principal): boolean {
  return principal.permissions === "all";
}

/** Nobody grants a permission they lack. @throws FORBIDDEN naming the first that is missing */
export function checkMayGrant(principal: Principal, held: Held): void {
  if (isAdministrator(principal)) return;
  if (held === "all") throw coreErrors.FORBIDDEN({ permission: "user:update", reason: "only an administrator makes administrators" });
  for (const permission of held) if (!holds(principal, permission)) throw coreErrors.FORBIDDEN({ permission });
}

/** Only administrators change administrators. @throws FORBIDDEN */
export function checkMayEdit(principal: Principal, user: User): void {
  if (user.is_admin && !isAdministrator(principal)) {
    throw coreErrors.FORBIDDEN({ permission: "user:update", reason: "only an administrator changes administrators" });
  }
}

/** Of oneself everyone may change what is no matter of access. @param changed names of the fields that differ @throws FORBIDDEN */
export function checkMayChange(principal: Principal, changed: readonly (keyof UserUpdate)[]): void {
  if (!holds(principal, "user:update") && changed.some((field) => field !== "email" && field !== "full_name")) {
    throw coreErrors.FORBIDDEN({ permission: "user:update", reason: "of oneself everyone may change email and full_name; the rest needs the permission user:update" });
  }
  if (changed.includes("role_ids") && !holds(principal, "role:read")) throw coreErrors.FORBIDDEN({ permission: "role:read" });
}

/** An OAuth token was given for a task; it makes nothing that outlives it. @throws FORBIDDEN */
export function checkMayCreateCredentials(principal: Principal): void {
  if (principal.credential === "oauth") {
    throw coreErrors.FORBIDDEN({ permission: "apikey:create", reason: "an OAuth token cannot make users, passwords, keys or roles: use a session or an API key" });
  }
}
