import { defineTable, type RoleSummary, type RowOf } from "@cadastre/inventory-core";

/** `auth_role`. */
export const roleTable = defineTable("Role", "auth_role", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  description: { type: "text" },
  is_system: { type: "integer" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

export type RoleRow = RowOf<typeof roleTable>;

/** `auth_role_permission`: a row for each permission of a role that is no system role. */
export const rolePermissionTable = defineTable("RolePermission", "auth_role_permission", {
  role_id: { type: "text", primary: true },
  permission: { type: "text", primary: true },
});

export function roleSummaryOf({ id, name, description, is_system, created_at, updated_at }: RoleRow): RoleSummary {
  return { id, name, description, is_system: is_system === 1, created_at, updated_at };
}
