import { EntitySchema } from "@mikro-orm/core";
import type { RoleSummary } from "./role.ts";

/** A row of `auth_role`. */
export interface RoleRow {
  id: string;
  name: string;
  description: string;
  is_system: number;
  created_at: string;
  updated_at: string;
}

export const RoleEntity: EntitySchema<RoleRow> = new EntitySchema<RoleRow>({
  name: "Role",
  tableName: "auth_role",
  properties: {
    id: { type: "text", primary: true },
    name: { type: "text" },
    description: { type: "text" },
    is_system: { type: "integer" },
    created_at: { type: "text" },
    updated_at: { type: "text" },
  },
});

/** A row of `auth_role_permission`: one permission of a role that is no system role. */
export interface RolePermissionRow {
  role_id: string;
  permission: string;
}

export const RolePermissionEntity: EntitySchema<RolePermissionRow> = new EntitySchema<RolePermissionRow>({
  name: "RolePermission",
  tableName: "auth_role_permission",
  properties: { role_id: { type: "text", primary: true }, permission: { type: "text", primary: true } },
});

export function roleSummaryOf({ id, name, description, is_system, created_at, updated_at }: RoleRow): RoleSummary {
  return { id, name, description, is_system: is_system === 1, created_at, updated_at };
}
