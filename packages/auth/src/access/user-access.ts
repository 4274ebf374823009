import {
  type OpenStorage,
  type PresentUser,
  type Principal,
  type Queries,
  type Revision,
  serviceToken,
  type UserRights,
} from "@cadastre/inventory-core";
import type { Held, PermissionCatalogue } from "../roles/permission-catalogue.ts";
import { CALLERS } from "../storage/announced-callers.ts";
import { CallerCache } from "./caller-cache.ts";

export const USER_ACCESS = serviceToken<UserAccess>("auth-user-access");

/** What one statement tells of a user: who it is and what the user's roles give. */
interface AccessColumns {
  readonly user_id: string | null;
  readonly username: string | null;
  readonly is_active: number | null;
  readonly system_roles: string | null;
  readonly permissions: string | null;
}

const COLUMNS = `u.id as user_id, u.username, u.is_active,
  (select string_agg(r.name, ',') from auth_user_role ur join auth_role r on r.id = ur.role_id where ur.user_id = u.id
    and r.is_system = 1) as system_roles,
  (select string_agg(rp.permission, ',') from auth_user_role ur join auth_role_permission rp on rp.role_id = ur.role_id
    where ur.user_id = u.id) as permissions`;

/** A session or key that was found, and its user. */
export type Credential<Row> = Row & AccessColumns;

/** An active user and what the user may do at this moment. */
export interface Access {
  readonly userId: string;
  readonly username: string;
  readonly held: Held;
}

/**
 * Finds a credential and what its user may do, in one statement. What was found is kept as long as nothing of it changes:
 * a role that is given or taken and a user who is deactivated count from the next request on at this server, and within
 * `MAX_REVISION_LAG_MS` at others.
 */
export class UserAccess implements UserRights {
  readonly #storage: OpenStorage;
  readonly #permissions: PermissionCatalogue;
  readonly #revision: Revision | undefined;

  constructor(storage: OpenStorage, permissions: PermissionCatalogue) {
    this.#storage = storage;
    this.#permissions = permissions;
    this.#revision = storage.revision?.(CALLERS);
  }

  /** Keeps what {@link find} and {@link findUser} found; what else a look-up reads must be announced too. */
  cache<Found extends object>(): CallerCache<Found> {
    return new CallerCache(this.#revision);
  }

  /** @param columns columns of the credential, alias `c` */
  async find<Row>(
    table: "auth_session" | "auth_api_key" | "auth_oauth_token",
    columns: string,
    hashColumn: string,
    hash: string,
  ): Promise<Credential<Row> | undefined> {
    return await this.#storage.read.get<Credential<Row>>(
      `select ${columns}, ${COLUMNS} from ${table} c left join auth_user u on u.id = c.user_id where c.${hashColumn} = ?`,
      [hash],
    );
  }

  /** A user by id. @param columns further columns of the user, alias `u` */
  async findUser<Row>(columns: string, userId: string): Promise<Credential<Row> | undefined> {
    return await this.#storage.read.get<Credential<Row>>(`select ${columns}, ${COLUMNS} from auth_user u where u.id = ?`, [userId]);
  }

  /** What an active user may do; undefined when the user is gone or inactive. @param queries an open transaction, to see its own changes */
  async ofUser(userId: string, queries: Queries = this.#storage.read): Promise<Access | undefined> {
    const found = await this.#rights(userId, queries);
    return found === undefined ? undefined : this.accessOf(found);
  }

  /** What the roles of a user give, active or not; nothing when there is no such user. */
  async heldBy(userId: string, queries: Queries = this.#storage.read): Promise<Held> {
    const found = await this.#rights(userId, queries);
    return found === undefined ? new Set() : this.#heldOf(found);
  }

  /** As {@link UserRights} asks. */
  async of(userIds: readonly string[], queries: Queries): Promise<ReadonlyMap<string, PresentUser>> {
    const found = await queries.all<AccessColumns>(`select ${COLUMNS} from auth_user u where u.id = any(?)`, [userIds]);
    return new Map(
      found.map((row) => [
        row.user_id ?? "",
        { username: row.username ?? "", isActive: row.is_active === 1, permissions: this.#heldOf(row) },
      ]),
    );
  }

  /** Undefined when there is no user or the user is inactive. */
  accessOf(found: AccessColumns): Access | undefined {
    if (found.user_id === null || found.username === null || found.is_active !== 1) return undefined;
    return { userId: found.user_id, username: found.username, held: this.#heldOf(found) };
  }

  async #rights(userId: string, queries: Queries): Promise<AccessColumns | undefined> {
    return await queries.get<AccessColumns>(`select ${COLUMNS} from auth_user u where u.id = ?`, [userId]);
  }

  #heldOf(found: AccessColumns): Held {
    return this.#permissions.union(namesIn(found.system_roles), namesIn(found.permissions));
  }
}

/** The caller that a credential proves. */
export function principalOf(access: Access, credential: NonNullable<Principal["credential"]>, credentialId: string): Principal {
  return { kind: "user", userId: access.userId, username: access.username, permissions: access.held, credential, credentialId };
}

const namesIn = (list: string | null): readonly string[] => (list === null ? [] : list.split(","));
