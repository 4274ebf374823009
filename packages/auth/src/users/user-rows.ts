import { type Change, coreErrors, newId } from "@cadastre/inventory-core";
import { ADMIN } from "../roles/role.ts";
import type { UserProfile } from "./user.ts";
import { UserEntity } from "./user.entity.ts";

/** Held by whoever changes who the users and administrators are, so that no rule about them is broken by two at once. */
export async function lockUsers(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "auth-users" });
}

/**
 * Adds a user. The caller holds {@link lockUsers}.
 * @returns the new id
 * @throws ALREADY_EXISTS when the username or e-mail address is taken, in any case
 */
export async function addUser(change: Change, profile: UserProfile, passwordHash: string): Promise<string> {
  const { username, email, full_name } = profile;
  const usernameKey = username.toLowerCase();
  const emailKey = email === "" ? null : email.toLowerCase();
  const taken = await change.get<{ username_key: string }>("select username_key from auth_user where username_key = ? or email_key = ?", [usernameKey, emailKey]);
  if (taken !== undefined) {
    const what = taken.username_key === usernameKey ? `username ${username}` : `e-mail address ${email}`;
    throw coreErrors.ALREADY_EXISTS({ reason: `a user with the ${what} exists already` });
  }
  const id = newId();
  change.em.create(UserEntity, {
    id,
    username,
    username_key: usernameKey,
    email,
    email_key: emailKey,
    full_name,
    is_active: 1,
    password_hash: passwordHash,
    created_at: change.now,
    updated_at: change.now,
    last_login_at: null,
  });
  await change.em.flush();
  return id;
}

/** @returns false when the user had the role already */
export async function giveRole(change: Change, userId: string, roleId: string): Promise<boolean> {
  const given = await change.run("insert into auth_user_role (user_id, role_id) values (?, ?) on conflict do nothing", [userId, roleId]);
  return given > 0;
}

/** @returns false when the user did not have the role */
export async function takeRole(change: Change, userId: string, roleId: string): Promise<boolean> {
  return (await change.run("delete from auth_user_role where user_id = ? and role_id = ?", [userId, roleId])) > 0;
}

/** Whether an active administrator is left. The caller holds {@link lockUsers}. */
export async function hasActiveAdmin(change: Change): Promise<boolean> {
  const row = await change.get(
    `select 1 as one from auth_user_role ur join auth_role r on r.id = ur.role_id join auth_user u on u.id = ur.user_id
     where r.is_system = 1 and r.name = ? and u.is_active = 1 limit 1`,
    [ADMIN],
  );
  return row !== undefined;
}
