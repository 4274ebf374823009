import { EntitySchema } from "@mikro-orm/core";

/** A row of `auth_user`. The `_key` columns are lower case, so that names differing in case only are the same. */
export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  email: string;
  /** Null for no address, of which there may be many. */
  email_key: string | null;
  full_name: string;
  is_active: number;
  password_hash: string;
  created_at: string;
  updated_at: string;
  last_login_at: string | null;
}

export const UserEntity: EntitySchema<UserRow> = new EntitySchema<UserRow>({
  name: "User",
  tableName: "auth_user",
  properties: {
    id: { type: "text", primary: true },
    username: { type: "text" },
    username_key: { type: "text" },
    email: { type: "text" },
    email_key: { type: "text", nullable: true },
    full_name: { type: "text" },
    is_active: { type: "integer" },
    password_hash: { type: "text", hidden: true },
    created_at: { type: "text" },
    updated_at: { type: "text" },
    last_login_at: { type: "text", nullable: true },
  },
});

/** A row of `auth_user_role`. */
export interface UserRoleRow {
  user_id: string;
  role_id: string;
}

export const UserRoleEntity: EntitySchema<UserRoleRow> = new EntitySchema<UserRoleRow>({
  name: "UserRole",
  tableName: "auth_user_role",
  properties: { user_id: { type: "text", primary: true }, role_id: { type: "text", primary: true } },
});
