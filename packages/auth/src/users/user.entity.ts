import { defineTable, type RowOf } from "@cadastre/inventory-core";

/** `auth_user`. The `_key` columns are lower case, so that names differing in case only are the same. */
export const userTable = defineTable("User", "auth_user", {
  id: { type: "text", primary: true },
  username: { type: "text" },
  username_key: { type: "text" },
  email: { type: "text" },
  /** Null for no address, of which there may be many. */
  email_key: { type: "text", nullable: true },
  full_name: { type: "text" },
  is_active: { type: "integer" },
  password_hash: { type: "text", hidden: true },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  last_login_at: { type: "text", nullable: true },
});

export type UserRow = RowOf<typeof userTable>;

/** `auth_user_role`. */
export const userRoleTable = defineTable("UserRole", "auth_user_role", {
  user_id: { type: "text", primary: true },
  role_id: { type: "text", primary: true },
});
