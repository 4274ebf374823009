import { z } from "zod";
import { Id, Timestamp } from "../operations/fields.ts";

/** A permission that some plugin declares, as callers see it. */
export const PermissionRecord = z
  .object({
    id: Id,
    name: z.string().meta({ description: "Name as required by operations", examples: ["device:list"] }),
    resource: z.string().meta({ description: "Resource, in the plural", examples: ["devices"] }),
    action: z.string().meta({ description: "What it allows to do", examples: ["list"] }),
  })
  .meta({ id: "Permission", description: "A permission that roles can contain" });

/** A role as it stands in users: without its permissions. */
export const RoleSummary = z
  .object({
    id: Id,
    name: z.string().meta({ description: "Name", examples: ["operator"] }),
    description: z.string().meta({ description: "Free text" }),
    is_system: z.boolean().meta({ description: "Built-in; cannot be changed or deleted" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "RoleSummary", description: "A role without its permissions" });

/** Who a user is. Of a user whom an application keeps by itself, nothing is known but what it says. */
export const UserProfile = z.object({
  id: Id,
  username: z.string().meta({ description: "Unique, case-insensitive", examples: ["alice"] }),
  email: z.string().meta({ description: "Unique, case-insensitive; empty for none", examples: ["alice@example.com"] }),
  full_name: z.string().meta({ description: "Full name" }),
  is_active: z.boolean().meta({ description: "False: cannot sign in, and keys are disabled" }),
  is_admin: z.boolean().meta({ description: "Whether the user has the role admin" }),
  roles: z.array(RoleSummary).meta({ description: "Roles of the user, without their permissions" }),
  created_at: Timestamp.nullable().meta({ description: "Null for a user of the application that Cadastre is embedded in" }),
  updated_at: Timestamp.nullable().meta({ description: "Null for a user of the application that Cadastre is embedded in" }),
  last_login_at: Timestamp.nullable().meta({
    description: "When the user last signed in (ISO 8601 UTC with milliseconds); null for never",
  }),
});

/** The caller: the user and what the user's roles allow. */
export const CurrentUser = UserProfile.extend({
  permissions: z.array(PermissionRecord).meta({ description: "What the roles allow" }),
}).meta({
  id: "CurrentUser",
  description: "The caller, with the permissions of all roles of the caller",
});

export type PermissionRecord = z.infer<typeof PermissionRecord>;
export type RoleSummary = z.infer<typeof RoleSummary>;
export type UserProfile = z.infer<typeof UserProfile>;
export type CurrentUser = z.infer<typeof CurrentUser>;

/** Tells who users are. The plugin that keeps the users has one. */
export interface UserProfiles {
  /** Undefined for a user whom it does not keep. */
  find(userId: string): Promise<UserProfile | undefined>;
}
