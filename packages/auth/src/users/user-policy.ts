import { coreErrors, holds, type Principal } from "@cadastre/inventory-core";
import type { Held } from "../roles/permission-catalogue.ts";
import type { UserUpdate } from "./user.ts";

/** An administrator may do everything; no sum of other roles makes one. */
export function isAdministrator(principal: Principal): boolean {
  return principal.permissions === "all";
}

/** What both give. */
export function heldByBoth(one: Held, other: Held): Held {
  if (one === "all") return other;
  return other === "all" ? one : new Set([...one].filter((permission) => other.has(permission)));
}

/** @throws FORBIDDEN naming the first that is missing */
export function mustHold(principal: Principal, permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !holds(principal, permission));
  if (missing !== undefined) throw coreErrors.FORBIDDEN({ permission: missing });
}

/**
 * Nobody grants a permission they lack.
 * @param reasonFor the sentence for a permission that is missing; what the error says unless given
 * @throws FORBIDDEN naming the first that is missing
 */
export function checkMayGrant(principal: Principal, held: Held, reasonFor?: (permission: string) => string): void {
  if (isAdministrator(principal)) return;
  if (held === "all")
    throw coreErrors.FORBIDDEN({ permission: "user:update", reason: "only administrators can create or change administrators" });
  for (const permission of held)
    if (!holds(principal, permission)) throw coreErrors.FORBIDDEN({ permission, ...(reasonFor && { reason: reasonFor(permission) }) });
}

/** Of oneself everyone may change what is no matter of access. @param changed names of the fields that differ @throws FORBIDDEN */
export function checkMayChange(principal: Principal, changed: readonly (keyof UserUpdate)[]): void {
  if (!holds(principal, "user:update") && changed.some((field) => field !== "email" && field !== "full_name")) {
    throw coreErrors.FORBIDDEN({
      permission: "user:update",
      reason: "users can change their own email and full_name; other fields require the permission user:update",
    });
  }
  if (changed.includes("role_ids") && !holds(principal, "role:read")) throw coreErrors.FORBIDDEN({ permission: "role:read" });
}
