import { type CallContext, type Draft, invalidField, type JsonList, type Problems, serviceToken, type WritePath } from "@cadastre/inventory-core";
import { authErrors } from "../auth.errors.ts";
import type { PasswordHasher } from "../passwords/password-hash.ts";
import type { RoleRow } from "../roles/role.entity.ts";
import type { RoleService } from "../roles/role-service.ts";
import type { RoleGrant, User, UserCreate } from "./user.ts";
import { checkMayCreateCredentials, checkMayEdit, checkMayGrant, checkMayRead } from "./user-policy.ts";
import type { UserReader } from "./user-reader.ts";
import { addUser, giveRole, hasActiveAdmin, lockUsers, takeRole } from "./user-rows.ts";

export const USERS = serviceToken<UserService>("auth-users");

/** The rules of users. */
export class UserService {
  readonly #writes: WritePath;
  readonly #reader: UserReader;
  readonly #roles: RoleService;
  readonly #hasher: PasswordHasher;

  constructor(writes: WritePath, reader: UserReader, roles: RoleService, hasher: PasswordHasher) {
    this.#writes = writes;
    this.#reader = reader;
    this.#roles = roles;
    this.#hasher = hasher;
  }

  /** All users, by username. */
  async list(signal?: AbortSignal): Promise<JsonList<User>> {
    return await this.#reader.list(signal);
  }

  /** @throws NOT_FOUND, and FORBIDDEN for another user without user:read */
  async get(id: string, call: CallContext): Promise<User> {
    checkMayRead(call.principal, id);
    return await this.#reader.get(id);
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN when the caller lacks what a role gives, ALREADY_EXISTS, RATE_LIMIT_EXCEEDED */
  async create(draft: Draft<UserCreate>, call: CallContext): Promise<User> {
    checkMayCreateCredentials(call.principal);
    const roles = await this.#rolesOf(draft);
    const { password, ...profile } = draft.valid();
    for (const role of roles) checkMayGrant(call.principal, await this.#roles.heldBy(role));
    const passwordHash = await this.#hasher.hash(password);
    return await this.#writes.run(call, async (change) => {
      await lockUsers(change);
      const id = await addUser(change, { ...profile, password }, passwordHash);
      for (const role of roles) await giveRole(change, id, role.id);
      const user = await this.#reader.get(id, change);
      change.audit({ action: "create", resource: "user", resourceId: id, after: user });
      return user;
    });
  }

  /** Does nothing when the user has the role. @throws VALIDATION_ERROR, FORBIDDEN */
  async grantRole(draft: Draft<RoleGrant>, call: CallContext): Promise<User> {
    const { userId, role } = await this.#grantOf(draft);
    checkMayGrant(call.principal, await this.#roles.heldBy(role));
    return await this.#changeRole("grant-role", userId, call, async (change) => await giveRole(change, userId, role.id));
  }

  /** Does nothing when the user does not have the role. @throws VALIDATION_ERROR, FORBIDDEN, LAST_ADMIN */
  async revokeRole(draft: Draft<RoleGrant>, call: CallContext): Promise<void> {
    const { userId, role } = await this.#grantOf(draft);
    await this.#changeRole("revoke-role", userId, call, async (change) => await takeRole(change, userId, role.id));
  }

  async #changeRole(action: string, userId: string, call: CallContext, apply: (change: Parameters<typeof lockUsers>[0]) => Promise<boolean>): Promise<User> {
    return await this.#writes.run(call, async (change) => {
      await lockUsers(change);
      const before = await this.#reader.find(userId, change);
      if (before === undefined) throw unknownUser();
      checkMayEdit(call.principal, before);
      if (!(await apply(change))) return before;
      // Looked at after the change: an inactive administrator may lose the role, the last active one may not.
      if (before.is_admin && before.is_active && !(await hasActiveAdmin(change))) throw authErrors.LAST_ADMIN({ username: before.username });
      await change.run("update auth_user set updated_at = ? where id = ?", [change.now, userId]);
      const after = await this.#reader.get(userId, change);
      change.audit({ action, resource: "user", resourceId: userId, before, after });
      return after;
    });
  }

  async #rolesOf(draft: Draft<UserCreate>): Promise<readonly RoleRow[]> {
    const { role_ids = [], role_id } = draft.fields;
    const asked = [...role_ids.map((id, index) => ({ id, field: `role_ids[${index}]` })), ...(role_id ? [{ id: role_id, field: "role_id" }] : [])];
    if (asked.length === 0) return [];
    const rows = await this.#roles.rows();
    const found = asked.map(({ id, field }) => roleBy(rows, (row) => row.id === id, field, draft.problems));
    return [...new Set(found.filter((row) => row !== undefined))];
  }

  async #grantOf(draft: Draft<RoleGrant>): Promise<{ userId: string; role: RoleRow }> {
    const { user_id, role_id, role: name } = draft.fields;
    if (user_id !== undefined && (await this.#reader.find(user_id)) === undefined) draft.problems.add("user_id", NO_SUCH_USER);
    const rows = await this.#roles.rows();
    let role: RoleRow | undefined;
    if (role_id) role = roleBy(rows, (row) => row.id === role_id, "role_id", draft.problems);
    else if (name) role = roleBy(rows, (row) => row.name === name, "role", draft.problems);
    else draft.problems.add("role_id", "is required; role takes a name in its place");
    const valid = draft.valid();
    if (role === undefined) throw new TypeError("a role that was not found is a problem of the draft");
    return { userId: valid.user_id, role };
  }
}

const NO_SUCH_USER = "there is no user with this id";

/** The user was deleted between the check of the body and the change. */
function unknownUser(): Error {
  return invalidField("user_id", NO_SUCH_USER);
}

function roleBy(rows: readonly RoleRow[], matches: (row: RoleRow) => boolean, field: string, problems: Problems): RoleRow | undefined {
  const row = rows.find(matches);
  if (row === undefined) problems.add(field, field === "role" ? "there is no role with this name" : "there is no role with this id");
  return row;
}
