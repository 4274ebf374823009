import { hash } from "node:crypto";
import type { PermissionRecord } from "../contract/access/current-user.ts";
import type { Permission } from "../contract/access/permission.ts";

/** Permissions are declared, not stored: their id (UUID version 8, RFC 9562) follows from the name, the same on every host. */
function idOf(name: string): string {
  const hex = hash("sha256", `cadastre permission ${name}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function permissionRecord({ name, resource, action }: Permission): PermissionRecord {
  return { id: idOf(name), name, resource, action };
}

/** The records of declared permissions, by name. */
export function permissionRecords(declared: readonly Permission[]): readonly PermissionRecord[] {
  return declared.map(permissionRecord).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
