import { z } from "zod";
import {
  asName,
  type Fields,
  listOf,
  optionalName,
  optionalReference,
  orNone,
  patchOf,
  queryFlag,
  recordFields,
  refersTo,
  text,
  textIfSent,
  Timestamp,
  UserProfile,
} from "@cadastre/inventory-core";
import { requiredText } from "../required-text.ts";
import { NewPassword } from "../passwords/password.ts";

/** 1–64 letters, digits or any of `. _ @ -`; two that differ in case only are the same. */
export const Username = requiredText()
  .regex(/^[A-Za-z0-9._@-]{1,64}$/, { error: "must be 1–64 letters, digits or any of . _ @ -" })
  .meta({ minLength: 1, maxLength: 64, description: "Unique, case-insensitive", examples: ["alice"] });

const MAX_EMAIL = 254;

/** An address that mail could go to, or nothing. Only its shape is looked at. */
export const Email = orNone(
  asName(text(MAX_EMAIL, "email"))
    .refine((value) => value === "" || /^[^\s@]+@[^\s@]+$/.test(value), { error: "must be an e-mail address" })
    .meta({ maxLength: MAX_EMAIL }),
  { description: "Unique, case-insensitive; empty or null for none", examples: ["alice@example.com"] },
);

/** What is said of a user, beside the password. */
const UserFields = z.object({ username: Username, email: Email, full_name: optionalName(255, "Full name") });

/** A person or program that signs in. */
export const User = UserProfile.extend({ ...recordFields(UserFields), created_at: Timestamp, updated_at: Timestamp }).meta({
  id: "User",
  description: "A person or program that signs in",
});

/** What every new user has; the first administrator is made of it. */
export const NewUser = UserFields.extend({ password: NewPassword });

const RoleIds = listOf(text(255, "an id").meta(refersTo("role")), 100, "Ids of the user's roles");

export const UserCreate = NewUser.extend({ role_ids: RoleIds, role_id: optionalReference("role", "user's role, when it is one") });

/** What a caller sends to change a user: only the keys that change. */
export const UserUpdate = patchOf(
  UserFields.extend({
    is_active: z.boolean({ error: "must be true or false" }).meta({ description: "False ends all sessions and disables the keys" }),
    role_ids: RoleIds,
  }),
);

/** Which user is given or loses which role, by id or name. */
export const RoleGrant = z.object({
  user_id: text(255, "an id").meta({ description: "Id of the user", ...refersTo("user") }),
  role_id: optionalReference("role"),
  role: textIfSent(z.string({ error: "must be a string" }), {
    description: "Name of the role, instead of role_id",
    examples: ["viewer"],
  }),
});

export type User = z.infer<typeof User>;
export type NewUser = Fields<typeof NewUser>;
export type UserFields = Fields<typeof UserFields>;
export type UserCreate = Fields<typeof UserCreate>;
export type UserUpdate = Fields<typeof UserUpdate>;
export type RoleGrant = Fields<typeof RoleGrant>;

/** Which users a list shows. */
export const UserFilter = z.object({
  username: z.string().optional().meta({ description: "Only users whose user name contains this text, in any case" }),
  email: z.string().optional().meta({ description: "Only users whose email address contains this text, in any case" }),
  is_active: queryFlag("Only active or only deactivated users"),
  is_admin: queryFlag("Only administrators, or only others"),
});

export type UserFilter = Partial<z.output<typeof UserFilter>>;
