import {
  coreErrors,
  type JsonList,
  listOfRecords,
  newId,
  type OpenStorage,
  type PermissionRecord,
  type Queries,
  type RoleSummary,
  serviceToken,
  timestampOf,
  type Clock,
} from "@cadastre/inventory-core";
import type { Held, PermissionCatalogue } from "./permission-catalogue.ts";
import { type PermissionFilter, type Role, type RoleFilter, SYSTEM_ROLES } from "./role.ts";
import { type RoleRow, roleSummaryOf } from "./role.entity.ts";

export const ROLES = serviceToken<RoleService>("auth-roles");

/** The rules of roles. */
export class RoleService {
  readonly #storage: OpenStorage;
  readonly #permissions: PermissionCatalogue;

  constructor(storage: OpenStorage, permissions: PermissionCatalogue) {
    this.#storage = storage;
    this.#permissions = permissions;
  }

  /** Puts the system roles in place; several hosts may do so at once. */
  async ensureSystemRoles(clock: Clock): Promise<void> {
    const there = await this.#storage.read.all("select id from auth_role where is_system = 1");
    if (there.length === Object.keys(SYSTEM_ROLES).length) return;
    const now = timestampOf(clock);
    await this.#storage.write(async (transaction) => {
      for (const [name, description] of Object.entries(SYSTEM_ROLES)) {
        await transaction.run(
          "insert into auth_role (id, name, description, is_system, created_at, updated_at) values (?, ?, ?, 1, ?, ?) on conflict " +
            "(name) do nothing",
          [newId(), name, description, now, now],
        );
      }
    });
  }

  permissions({ resource, action }: PermissionFilter): JsonList<PermissionRecord> {
    return listOfRecords(
      this.#permissions.all.filter((one) => (!resource || one.resource === resource) && (!action || one.action === action)),
    );
  }

  /** All roles with their permissions, by name. */
  async list({ name = "", is_system: isSystem }: RoleFilter): Promise<JsonList<Role>> {
    const held = await this.#heldByCustomRoles();
    const roles = (await this.rows()).map((row) => this.#roleOf(row, held));
    const part = name.toLowerCase();
    return listOfRecords(
      roles.filter((role) => role.name.toLowerCase().includes(part) && (isSystem === undefined || role.is_system === isSystem)),
    );
  }

  /** @throws NOT_FOUND */
  async get(id: string, queries: Queries = this.#storage.read): Promise<Role> {
    const row = (await this.rows(queries)).find((role) => role.id === id);
    if (row === undefined) throw coreErrors.NOT_FOUND({ what: "role" });
    return this.#roleOf(row, await this.#heldByCustomRoles(queries));
  }

  /** What is held, as records, by name. */
  records(held: Held): PermissionRecord[] {
    return this.#permissions.records(held);
  }

  /** What a role holds. @param queries an open transaction, to see its own changes */
  async heldBy(row: RoleRow, queries: Queries = this.#storage.read): Promise<Held> {
    if (row.is_system === 1) return this.#permissions.ofSystemRole(row.name);
    return (await this.#heldByCustomRoles(queries)).get(row.id) ?? new Set();
  }

  /** All roles as they stand in users, by id. */
  async summaries(): Promise<ReadonlyMap<string, RoleSummary>> {
    return new Map((await this.rows()).map((row) => [row.id, roleSummaryOf(row)]));
  }

  /** Rows of all roles, by name. */
  async rows(queries: Queries = this.#storage.read): Promise<readonly RoleRow[]> {
    return await queries.all<RoleRow>("select id, name, description, is_system, created_at, updated_at from auth_role order by name, id");
  }

  async #heldByCustomRoles(queries: Queries = this.#storage.read): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const held = new Map<string, Set<string>>();
    for (const row of await queries.all<{ role_id: string; permission: string }>("select role_id, permission from auth_role_permission")) {
      held.set(row.role_id, (held.get(row.role_id) ?? new Set()).add(row.permission));
    }
    return held;
  }

  #roleOf(row: RoleRow, custom: ReadonlyMap<string, ReadonlySet<string>>): Role {
    const held = row.is_system === 1 ? this.#permissions.ofSystemRole(row.name) : (custom.get(row.id) ?? new Set<string>());
    return { ...roleSummaryOf(row), permissions: this.#permissions.records(held) };
  }
}
