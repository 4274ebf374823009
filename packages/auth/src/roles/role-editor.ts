import {
  type CallContext,
  type Change,
  checkIfMatch,
  coreErrors,
  type Draft,
  type Principal,
  type Problems,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import { authErrors } from "../auth.errors.ts";
import type { UserAuthority } from "../users/user-authority.ts";
import { checkMayGrant } from "../users/user-policy.ts";
import { lockUsers } from "../users/user-rows.ts";
import type { PermissionCatalogue } from "./permission-catalogue.ts";
import type { Role, RoleCreate, RoleUpdate } from "./role.ts";
import { roleTable } from "./role.entity.ts";
import type { RoleService } from "./role-service.ts";

export const ROLE_EDITOR = serviceToken<RoleEditor>("auth-role-editor");

/** Roles of one's own: what they give counts for those who hold them from the next request on. */
export class RoleEditor {
  readonly #writes: WritePath;
  readonly #roles: RoleService;
  readonly #permissions: PermissionCatalogue;
  readonly #authority: UserAuthority;

  constructor(writes: WritePath, roles: RoleService, permissions: PermissionCatalogue, authority: UserAuthority) {
    this.#writes = writes;
    this.#roles = roles;
    this.#permissions = permissions;
    this.#authority = authority;
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#roles.get(id);
  }

  /** @throws VALIDATION_ERROR, FORBIDDEN when the caller lacks a permission of it, ALREADY_EXISTS */
  async create(draft: Draft<RoleCreate>, call: CallContext): Promise<Role> {
    const permissions = this.#namesOf(draft.fields.permissions, draft.problems);
    const { name, description } = draft.valid();
    checkMayGrant(call.principal, permissions);
    return await this.#writes.run(call, async (change) => {
      await lockUsers(change);
      checkMayGrant(await this.#authority.present(call.principal, ["role:create"], change), permissions);
      const id = change.newId();
      await checkNameFree(change, name, id);
      change.em.create(roleTable.entity, { id, name, description, is_system: 0, created_at: change.now, updated_at: change.now });
      await change.em.flush();
      await writePermissions(change, id, permissions);
      const role = await this.#roles.get(id, change);
      change.audit({ action: "create", resource: "role", resourceId: id, after: role });
      return role;
    });
  }

  /**
   * Changes the fields that are given; a change that changes nothing writes nothing.
   * @throws NOT_FOUND, SYSTEM_ROLE, VALIDATION_ERROR, FORBIDDEN when the caller adds or takes away a permission they lack, ALREADY_EXISTS,
   * PRECONDITION_FAILED
   */
  async update(id: string, draft: Draft<RoleUpdate>, call: CallContext): Promise<Role> {
    mustBeCustom(await this.#roles.get(id));
    const given = draft.fields.permissions === undefined ? undefined : this.#namesOf(draft.fields.permissions, draft.problems);
    const fields = draft.valid();
    return await this.#writes.run(call, async (change) => {
      const { caller, before } = await this.#forChange(change, id, "role:update");
      const held = new Set(before.permissions.map(({ name }) => name));
      const permissions = given ?? held;
      const added = [...permissions].filter((permission) => !held.has(permission));
      checkMayGrant(caller, new Set(added));
      const removed = given === undefined ? [] : [...held].filter((permission) => !given.has(permission));
      checkMayGrant(caller, new Set(removed), ofRole("remove it from the role"));
      const { name = before.name, description = before.description } = fields;
      if (name === before.name && description === before.description && added.length === 0 && permissions.size === held.size) return before;
      await checkNameFree(change, name, id);
      await change.run("update auth_role set name = ?, description = ?, updated_at = ? where id = ?", [name, description, change.now, id]);
      if (given !== undefined) await writePermissions(change, id, given);
      const after = await this.#roles.get(id, change);
      change.audit({ action: "update", resource: "role", resourceId: id, before, after });
      return after;
    });
  }

  /**
   * Deletes a role; its users lose it. The caller needs the permissions of the role.
   * @throws NOT_FOUND, SYSTEM_ROLE, FORBIDDEN when the caller lacks a permission of the role, PRECONDITION_FAILED
   */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const { caller, before } = await this.#forChange(change, id, "role:delete");
      checkMayGrant(caller, new Set(before.permissions.map(({ name }) => name)), ofRole("delete the role"));
      // Its permissions and grants go with the row (on delete cascade).
      await change.run("delete from auth_role where id = ?", [id]);
      change.audit({ action: "delete", resource: "role", resourceId: id, before });
    });
  }

  /** The role and the caller as they are under the lock. */
  async #forChange(change: Change, id: string, permission: string): Promise<{ readonly caller: Principal; readonly before: Role }> {
    await lockUsers(change);
    const before = await this.#roles.get(id, change);
    const caller = await this.#authority.present(change.call.principal, [permission], change);
    mustBeCustom(before);
    checkIfMatch(change.call, JSON.stringify(before));
    return { caller, before };
  }

  /** Names of the permissions that a body names, by name or id. */
  #namesOf(given: readonly string[] = [], problems: Problems): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [index, text] of given.entries()) {
      const permission = this.#permissions.find(text);
      if (permission === undefined) problems.add(`permissions[${index}]`, "unknown permission");
      else names.add(permission.name);
    }
    return names;
  }
}

/** Returns the error message for a permission of the role that the caller lacks. */
const ofRole = (action: string) => (permission: string) => `the permission ${permission} is required to ${action}`;

/** @throws SYSTEM_ROLE */
function mustBeCustom(role: Role): void {
  if (role.is_system) throw authErrors.SYSTEM_ROLE({ name: role.name });
}

/** Two roles whose names differ in case only would be taken for one. @throws ALREADY_EXISTS */
async function checkNameFree(change: Change, name: string, exceptId: string): Promise<void> {
  const others = await change.all<{ name: string }>("select name from auth_role where id <> ?", [exceptId]);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw coreErrors.ALREADY_EXISTS({ reason: `the role ${name} already exists` });
}

async function writePermissions(change: Change, roleId: string, permissions: ReadonlySet<string>): Promise<void> {
  await change.run("delete from auth_role_permission where role_id = ?", [roleId]);
  await change.insert(
    "auth_role_permission",
    ["role_id", "permission"],
    [...permissions].map((name) => [roleId, name]),
  );
}
