import { coreErrors, holds, type Principal } from "@cadastre/inventory-core";
import type { Held } from "../roles/permission-catalogue.ts";
import type { User } from "./user.ts";

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

/** Everyone may see themselves. @throws FORBIDDEN */
export function checkMayRead(principal: Principal, userId: string): void {
  if (principal.userId !== userId && !holds(principal, "user:read")) throw coreErrors.FORBIDDEN({ permission: "user:read" });
}

/** An OAuth token was given for a task; it makes nothing that outlives it. @throws FORBIDDEN */
export function checkMayCreateCredentials(principal: Principal): void {
  if (principal.credential === "oauth") {
    throw coreErrors.FORBIDDEN({ permission: "apikey:create", reason: "an OAuth token cannot create users or keys: use a session or an API key" });
  }
}
