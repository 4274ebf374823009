import {
  containsPattern,
  coreErrors,
  type CurrentUser,
  type JsonList,
  listOfRows,
  type OpenStorage,
  type Queries,
  type RoleSummary,
  serviceToken,
  type UserProfiles,
  Where,
} from "@cadastre/inventory-core";
import type { Held, PermissionCatalogue } from "../roles/permission-catalogue.ts";
import { ADMIN } from "../roles/role.ts";
import { roleSummaryOf } from "../roles/role.entity.ts";
import type { RoleService } from "../roles/role-service.ts";
import type { User, UserFilter } from "./user.ts";
import type { UserRow } from "./user.entity.ts";

export const USER_READER = serviceToken<UserReader>("auth-user-reader");

type ReadRow = Omit<UserRow, "username_key" | "email_key" | "password_hash"> & { readonly role_ids: string | null };

const SELECT = `select u.id, u.username, u.email, u.full_name, u.is_active, u.created_at, u.updated_at, u.last_login_at,
  (select string_agg(ur.role_id, ',') from auth_user_role ur where ur.user_id = u.id) as role_ids from auth_user u`;

const IS_ADMIN = `select 1 from auth_user_role ur join auth_role r on r.id = ur.role_id where ur.user_id = u.id and r.name = ?`;

/** Reads users as the API shows them. */
export class UserReader implements UserProfiles {
  readonly #storage: OpenStorage;
  readonly #roles: RoleService;
  readonly #permissions: PermissionCatalogue;

  constructor(storage: OpenStorage, roles: RoleService, permissions: PermissionCatalogue) {
    this.#storage = storage;
    this.#roles = roles;
    this.#permissions = permissions;
  }

  async list(filter: UserFilter, signal?: AbortSignal): Promise<JsonList<User>> {
    const roles = await this.#roles.summaries();
    const where = new Where();
    if (filter.username) where.add("u.username_key like ? escape '\\'", containsPattern(filter.username.toLowerCase()));
    if (filter.email) where.add("u.email_key like ? escape '\\'", containsPattern(filter.email.toLowerCase()));
    if (filter.is_active !== undefined) where.add("u.is_active = ?", Number(filter.is_active));
    if (filter.is_admin !== undefined) where.add(`${filter.is_admin ? "" : "not "}exists (${IS_ADMIN})`, ADMIN);
    const rows = this.#storage.pages<ReadRow>(`${SELECT}${where.sql} order by u.username, u.id`, where.params, signal);
    return listOfRows(rows, (row) => userOf(row, roles));
  }

  /** @param queries an open transaction, to see its own changes */
  async find(id: string, queries: Queries = this.#storage.read): Promise<User | undefined> {
    const row = await queries.get<ReadRow>(`${SELECT} where u.id = ?`, [id]);
    if (row === undefined) return undefined;
    return userOf(row, new Map((await this.#roles.rows(queries)).map((role) => [role.id, roleSummaryOf(role)])));
  }

  /** @throws NOT_FOUND */
  async get(id: string, queries?: Queries): Promise<User> {
    const user = await this.find(id, queries);
    if (user === undefined) throw coreErrors.NOT_FOUND({ what: "user" });
    return user;
  }

  /** Returns the user with the permissions of the user, or undefined when the user was deleted. */
  async current(id: string, held: Held): Promise<CurrentUser | undefined> {
    const user = await this.find(id);
    return user === undefined ? undefined : { ...user, permissions: this.#permissions.records(held) };
  }
}

function userOf(row: ReadRow, roles: ReadonlyMap<string, RoleSummary>): User {
  const held = (row.role_ids ?? "").split(",").flatMap((id) => roles.get(id) ?? []);
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    full_name: row.full_name,
    is_active: row.is_active === 1,
    is_admin: held.some(isAdmin),
    roles: held.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_login_at: row.last_login_at,
  };
}

/** The system role, not one that is merely called so. */
function isAdmin(role: RoleSummary): boolean {
  return role.is_system && role.name === ADMIN;
}
