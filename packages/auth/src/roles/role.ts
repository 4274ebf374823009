import { z } from "zod";
import { type Fields, listOf, Name, optionalText, patchOf, queryFlag, PermissionRecord, RoleSummary, text } from "@cadastre/inventory-core";

/** Roles that are always there and cannot be changed. */
export const SYSTEM_ROLES = {
  admin: "Full access to everything",
  operator: "Read and write access to devices, networks and discovery",
  viewer: "Read-only access",
  proposer: "Read-only access, and plans that others apply",
} as const;

export type SystemRole = keyof typeof SYSTEM_ROLES;

export const ADMIN = "admin" satisfies SystemRole;

/** A named set of permissions that users are given. */
export const Role = RoleSummary.extend({ permissions: z.array(PermissionRecord).meta({ description: "What the role allows" }) }).meta({
  id: "Role",
  description: "A named set of permissions",
});

/** More than there will ever be. */
const MAX_PERMISSIONS = 1000;

const NamedPermission = z
  .object({ name: text(255, "a permission").meta({ description: "Name of the permission" }) })
  .meta({ id: "NamedPermission", description: "A permission as a role was read with" });

/** A permission by name or id, or as the record that a role was read with, so that a role may be sent back as it came. */
const PermissionReference = z.union([text(255, "a permission"), NamedPermission.transform(({ name }) => name)], {
  error: "must be the name or id of a permission",
});

/** What a caller sends to create a role. */
export const RoleCreate = z.object({
  name: Name,
  description: optionalText(4096, "Free text"),
  permissions: listOf(PermissionReference, MAX_PERMISSIONS, "Names or ids of permissions"),
});

/** What a caller sends to change a role: only the keys that change; a list of permissions takes the place of the one before. */
export const RoleUpdate = patchOf(RoleCreate);

export type RoleCreate = Fields<typeof RoleCreate>;
export type RoleUpdate = Fields<typeof RoleUpdate>;
export type Role = z.infer<typeof Role>;

const part = (description: string) => z.string().optional().meta({ description });

/** Which roles a list shows. */
export const RoleFilter = z.object({
  name: part("Only roles whose name contains this text, in any case"),
  is_system: queryFlag("Only system roles, or only others"),
});

/** Which permissions a list shows. */
export const PermissionFilter = z.object({
  resource: part("Only permissions of this resource"),
  action: part("Only permissions of this action"),
});

export type RoleFilter = Partial<z.output<typeof RoleFilter>>;
export type PermissionFilter = Partial<z.output<typeof PermissionFilter>>;
