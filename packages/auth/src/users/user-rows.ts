import { type Change, coreErrors } from "@cadastre/inventory-core";
import { ADMIN } from "../roles/role.ts";
import type { UserFields } from "./user.ts";
import { userTable } from "./user.entity.ts";

/** Held by whoever changes who the users and administrators are, so that no rule about them is broken by two at once. */
export async function lockUsers(change: Change): Promise<void> {
  await change.lock({ on: "name", name: "auth-users" });
}

/**
 * Adds a user. The caller holds {@link lockUsers}.
 * @returns the new id
 * @throws ALREADY_EXISTS when the username or e-mail address is taken, in any case
 */
export async function addUser(change: Change, { username, email, full_name }: UserFields, passwordHash: string): Promise<string> {
  const id = change.newId();
  const fields = { username, email, full_name };
  await checkFree(change, fields, id);
  change.em.create(userTable.entity, {
    id,
    ...fields,
    ...keysOf(fields),
    is_active: 1,
    password_hash: passwordHash,
    created_at: change.now,
    updated_at: change.now,
    last_login_at: null,
  });
  await change.em.flush();
  return id;
}

/** Writes what is said of a user. The caller holds {@link lockUsers}. @throws ALREADY_EXISTS as {@link addUser} */
export async function updateUser(change: Change, id: string, fields: UserFields, isActive: boolean): Promise<void> {
  await checkFree(change, fields, id);
  const { username_key, email_key } = keysOf(fields);
  await change.run(
    "update auth_user set username = ?, username_key = ?, email = ?, email_key = ?, full_name = ?, is_active = ?, updated_at = ? " +
      "where id = ?",
    [fields.username, username_key, fields.email, email_key, fields.full_name, isActive ? 1 : 0, change.now, id],
  );
}

function keysOf({ username, email }: UserFields): { username_key: string; email_key: string | null } {
  return { username_key: username.toLowerCase(), email_key: email === "" ? null : email.toLowerCase() };
}

async function checkFree(change: Change, fields: UserFields, exceptId: string): Promise<void> {
  const { username_key, email_key } = keysOf(fields);
  const taken = await change.get<{ username_key: string }>(
    "select username_key from auth_user where (username_key = ? or email_key = ?) and id <> ?",
    [username_key, email_key, exceptId],
  );
  if (taken === undefined) return;
  const what = taken.username_key === username_key ? `username ${fields.username}` : `e-mail address ${fields.email}`;
  throw coreErrors.ALREADY_EXISTS({ reason: `a user with the ${what} already exists` });
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

/**
 * Held by whoever begins a session of a user and whoever ends them all, so that none begins with what was just taken
 * back. After {@link lockUsers} where both are held.
 */
export async function lockUser(change: Change, id: string): Promise<void> {
  await change.lock({ on: "record", table: "auth_user", id });
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
