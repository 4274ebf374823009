import {
  type CallContext,
  type Change,
  type Draft,
  invalidField,
  type Principal,
  type Problems,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import { authErrors } from "../auth.errors.ts";
import type { RoleRow } from "../roles/role.entity.ts";
import type { RoleService } from "../roles/role-service.ts";
import type { RoleGrant, User } from "./user.ts";
import { NO_SUCH_USER, type UserAuthority, type UserDemand } from "./user-authority.ts";
import { checkMayGrant } from "./user-policy.ts";
import type { UserReader } from "./user-reader.ts";
import { giveRole, hasActiveAdmin, takeRole } from "./user-rows.ts";

export const ROLE_GRANTS = serviceToken<RoleGrants>("auth-role-grants");

const GRANT: UserDemand = { permissions: ["user:update", "role:read"] };

/** Giving users roles and taking them back, one at a time. */
export class RoleGrants {
  readonly #writes: WritePath;
  readonly #reader: UserReader;
  readonly #roles: RoleService;
  readonly #authority: UserAuthority;

  constructor(writes: WritePath, reader: UserReader, roles: RoleService, authority: UserAuthority) {
    this.#writes = writes;
    this.#reader = reader;
    this.#roles = roles;
    this.#authority = authority;
  }

  /** Does nothing when the user has the role. @throws VALIDATION_ERROR, FORBIDDEN */
  async grant(draft: Draft<RoleGrant>, call: CallContext): Promise<User> {
    const { userId, role, field } = await this.#grantOf(draft);
    return await this.#change("grant-role", userId, call, async (change, caller) => {
      await mustStillBe(change, this.#roles, [{ role, field }]);
      checkMayGrant(caller, await this.#roles.heldBy(role, change));
      return await giveRole(change, userId, role.id);
    });
  }

  /** Does nothing when the user does not have the role. @throws VALIDATION_ERROR, FORBIDDEN, LAST_ADMIN */
  async revoke(draft: Draft<RoleGrant>, call: CallContext): Promise<void> {
    const { userId, role } = await this.#grantOf(draft);
    await this.#change("revoke-role", userId, call, async (change) => await takeRole(change, userId, role.id));
  }

  async #change(
    action: string,
    userId: string,
    call: CallContext,
    apply: (change: Change, caller: Principal) => Promise<boolean>,
  ): Promise<User> {
    return await this.#writes.run(call, async (change) => {
      const { caller, user: before } = await this.#authority.authorizeNamed(change, userId, GRANT);
      if (!(await apply(change, caller))) return before;
      await checkAdminLeft(change, before);
      await change.run("update auth_user set updated_at = ? where id = ?", [change.now, userId]);
      const after = await this.#reader.get(userId, change);
      change.audit({ action, resource: "user", resourceId: userId, before, after });
      return after;
    });
  }

  async #grantOf(draft: Draft<RoleGrant>): Promise<{ userId: string; role: RoleRow; field: string }> {
    const { user_id, role_id, role: name } = draft.fields;
    if (user_id !== undefined && (await this.#reader.find(user_id)) === undefined) draft.problems.add("user_id", NO_SUCH_USER);
    const rows = await this.#roles.rows();
    const field = role_id ? "role_id" : "role";
    let role: RoleRow | undefined;
    if (role_id) role = roleBy(rows, (row) => row.id === role_id, field, draft.problems);
    else if (name) role = roleBy(rows, (row) => row.name === name, field, draft.problems);
    else draft.problems.add("role_id", "is required (or role with a name)");
    const valid = draft.valid();
    if (role === undefined) throw new TypeError("a role that was not found is a problem of the draft");
    return { userId: valid.user_id, role, field };
  }
}

/** The role of a field of a body, which is a problem of the body when there is none. */
export function roleBy(
  rows: readonly RoleRow[],
  matches: (row: RoleRow) => boolean,
  field: string,
  problems: Problems,
): RoleRow | undefined {
  const row = rows.find(matches);
  if (row === undefined) problems.add(field, noSuchRole(field));
  return row;
}

const noSuchRole = (field: string): string => (field === "role" ? "unknown role" : "unknown role");

/** A role that a body names. */
export interface NamedRole {
  readonly role: RoleRow;
  readonly field: string;
}

/** Roles may be deleted between the check of a body and the change. The caller holds the lock of users. @throws VALIDATION_ERROR */
export async function mustStillBe(change: Change, roles: RoleService, named: readonly NamedRole[]): Promise<void> {
  if (named.length === 0) return;
  const there = new Set((await roles.rows(change)).map(({ id }) => id));
  for (const { role, field } of named) if (!there.has(role.id)) throw invalidField(field, noSuchRole(field));
}

/**
 * Looked at after the change: an inactive administrator may lose the role or go, the last active one may not.
 * @param before the user as it was
 * @throws LAST_ADMIN
 */
export async function checkAdminLeft(change: Change, before: User): Promise<void> {
  if (before.is_admin && before.is_active && !(await hasActiveAdmin(change))) throw authErrors.LAST_ADMIN({ username: before.username });
}
