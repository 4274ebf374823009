import {
  type CallContext,
  checkIfMatch,
  type Draft,
  type JsonList,
  listOfRecords,
  type PermissionRecord,
  type RoleSummary,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import type { UserAccess } from "../access/user-access.ts";
import { authErrors } from "../auth.errors.ts";
import { signedInOf } from "../passwords/hash-queue.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { RoleService } from "../roles/role-service.ts";
import { checkAdminLeft, mustStillBe, type NamedRole, roleBy } from "./role-grants.ts";
import type { User, UserCreate, UserFilter, UserUpdate } from "./user.ts";
import type { UserAuthority, UserDemand } from "./user-authority.ts";
import { checkMayChange, checkMayGrant } from "./user-policy.ts";
import type { UserReader } from "./user-reader.ts";
import { endSessionsOf } from "../sessions/session-epochs.ts";
import { addUser, giveRole, lockUsers, takeRole, updateUser } from "./user-rows.ts";

export const USERS = serviceToken<UserService>("auth-users");

/** Of themselves everyone may change what {@link checkMayChange} lets them. */
const UPDATE: UserDemand = { permissions: ["user:update"], openToSelf: true };

/** What users work with. */
export interface UserParts {
  readonly writes: WritePath;
  readonly reader: UserReader;
  readonly roles: RoleService;
  readonly access: UserAccess;
  readonly authority: UserAuthority;
  readonly hasher: PasswordHasher;
}

/** The rules of users. */
export class UserService {
  readonly #parts: UserParts;

  constructor(parts: UserParts) {
    this.#parts = parts;
  }

  /** All users, by username. */
  async list(filter: UserFilter, signal?: AbortSignal): Promise<JsonList<User>> {
    return await this.#parts.reader.list(filter, signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<User> {
    return await this.#parts.reader.get(id);
  }

  /** The roles that the user has, by name. @throws NOT_FOUND */
  async roles(id: string): Promise<JsonList<RoleSummary>> {
    return listOfRecords((await this.get(id)).roles);
  }

  /** What the user may do at this moment: nothing while inactive. @throws NOT_FOUND */
  async permissions(id: string): Promise<JsonList<PermissionRecord>> {
    await this.get(id);
    const access = await this.#parts.access.ofUser(id);
    return listOfRecords(this.#parts.roles.records(access?.held ?? new Set()));
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN when the caller lacks what a role gives, ALREADY_EXISTS, RATE_LIMIT_EXCEEDED */
  async create(draft: Draft<UserCreate>, call: CallContext): Promise<User> {
    const { writes, reader, roles, hasher, authority } = this.#parts;
    const named = await this.#rolesOf(draft, draft.fields.role_id ?? undefined);
    const { password, ...profile } = draft.valid();
    for (const { role } of named) checkMayGrant(call.principal, await roles.heldBy(role));
    const passwordHash = await hasher.hash(password, signedInOf(call));
    return await writes.run(call, async (change) => {
      await lockUsers(change);
      const caller = await authority.present(call.principal, ["user:create"], change);
      await mustStillBe(change, roles, named);
      for (const { role } of named) checkMayGrant(caller, await roles.heldBy(role, change));
      const id = await addUser(change, profile, passwordHash);
      for (const { role } of named) await giveRole(change, id, role.id);
      const user = await reader.get(id, change);
      change.audit({ action: "create", resource: "user", resourceId: id, after: user });
      return user;
    });
  }

  /**
   * Changes the fields that are given; a change that changes nothing writes nothing. Deactivating ends all sessions.
   * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, ALREADY_EXISTS, LAST_ADMIN, PRECONDITION_FAILED
   */
  async update(id: string, draft: Draft<UserUpdate>, call: CallContext): Promise<User> {
    const { writes, reader, roles, authority } = this.#parts;
    const seen = await authority.check(call.principal, id, UPDATE);
    checkMayChange(seen.caller, changedFields(seen.user, draft.fields));
    const named = await this.#rolesOf(draft);
    const given = draft.valid();
    return await writes.run(call, async (change) => {
      const { caller, user: before } = await authority.authorize(change, id, UPDATE);
      checkIfMatch(call, JSON.stringify(before));
      const changed = changedFields(before, given);
      checkMayChange(caller, changed);
      if (changed.length === 0) return before;
      const { username = before.username, email = before.email, full_name = before.full_name, is_active = before.is_active } = given;
      await updateUser(change, id, { username, email, full_name }, is_active);
      if (changed.includes("role_ids")) {
        await mustStillBe(change, roles, named);
        // A role that was taken from the user since the list was read is given anew, and needs what it gives.
        for (const { role } of named) if (!hasRole(before, role.id)) checkMayGrant(caller, await roles.heldBy(role, change));
        for (const role of before.roles) if (!named.some((other) => other.role.id === role.id)) await takeRole(change, id, role.id);
        for (const { role } of named) await giveRole(change, id, role.id);
      }
      await checkAdminLeft(change, before);
      if (!is_active) await endSessionsOf(change, id);
      const after = await reader.get(id, change);
      change.audit({ action: "update", resource: "user", resourceId: id, before, after });
      return after;
    });
  }

  /**
   * Deletes a user with all keys, sessions and grants. @throws NOT_FOUND, CANNOT_DELETE_SELF, FORBIDDEN, LAST_ADMIN, PRECONDITION_FAILED
   */
  async delete(id: string, call: CallContext): Promise<void> {
    if (call.principal.userId === id) throw authErrors.CANNOT_DELETE_SELF({});
    await this.#parts.writes.run(call, async (change) => {
      const { user: before } = await this.#parts.authority.authorize(change, id, { permissions: ["user:delete"] });
      checkIfMatch(call, JSON.stringify(before));
      await endSessionsOf(change, id);
      // Keys and roles are the user's own and go with the row (on delete cascade).
      await change.run("delete from auth_user where id = ?", [id]);
      await checkAdminLeft(change, before);
      change.audit({ action: "delete", resource: "user", resourceId: id, before });
    });
  }

  /** The roles that a body names, each once. */
  async #rolesOf(draft: Draft<UserCreate> | Draft<UserUpdate>, roleId?: string): Promise<readonly NamedRole[]> {
    const { role_ids = [] } = draft.fields;
    const asked = [
      ...role_ids.map((id, index) => ({ id, field: `role_ids[${index}]` })),
      ...(roleId === undefined ? [] : [{ id: roleId, field: "role_id" }]),
    ];
    if (asked.length === 0) return [];
    const rows = await this.#parts.roles.rows();
    const found = new Map<string, NamedRole>();
    for (const { id, field } of asked) {
      const role = roleBy(rows, (row) => row.id === id, field, draft.problems);
      if (role !== undefined) found.set(id, { role, field });
    }
    return [...found.values()];
  }
}

const hasRole = (user: User, roleId: string): boolean => user.roles.some(({ id }) => id === roleId);

/** Names of the fields that would differ. */
function changedFields(user: User, given: Partial<UserUpdate>): (keyof UserUpdate)[] {
  const same = (field: keyof UserUpdate): boolean => {
    if (field !== "role_ids") return given[field] === user[field];
    const ids = new Set(given.role_ids);
    return ids.size === user.roles.length && user.roles.every(({ id }) => ids.has(id));
  };
  return (Object.keys(given) as (keyof UserUpdate)[]).filter((field) => !same(field));
}
