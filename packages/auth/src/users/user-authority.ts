import {
  type Change,
  coreErrors,
  invalidField,
  isInventoryError,
  type OpenStorage,
  type Principal,
  type Queries,
  serviceToken,
} from "@cadastre/inventory-core";
import type { UserAccess } from "../access/user-access.ts";
import type { User } from "./user.ts";
import { checkMayGrant, heldByBoth, mustHold } from "./user-policy.ts";
import type { UserReader } from "./user-reader.ts";
import { lockUser, lockUsers } from "./user-rows.ts";

export const USER_AUTHORITY = serviceToken<UserAuthority>("auth-user-authority");

/** What is wrong with an id of a user in a body. */
export const NO_SUCH_USER = "unknown user";

/** What an operation on a user asks for. */
export interface UserDemand {
  readonly permissions: readonly string[];
  /** Nothing is asked of whoever does it to themselves. */
  readonly openToSelf?: true;
}

const changingNeeds = (permission: string): string =>
  `changing this user requires the permission ${permission}, which the user has and you lack: ask an administrator`;

/** A caller and a user, both as they are at one moment. */
export interface Authorized {
  /** The caller, with what they may do at this moment. */
  readonly caller: Principal;
  readonly user: User;
}

/**
 * Who may change whom. Every change of a user, of their password, keys, sessions or roles is let through here, in its own
 * transaction and under its locks: what the caller was allowed when the request came in may be taken back by then.
 */
export class UserAuthority {
  readonly #storage: OpenStorage;
  readonly #access: UserAccess;
  readonly #reader: UserReader;

  constructor(storage: OpenStorage, access: UserAccess, reader: UserReader) {
    this.#storage = storage;
    this.#access = access;
    this.#reader = reader;
  }

  /**
   * The caller with what they may do at this moment, never more than the request came with (an OAuth token's scope). Who is
   * no user (the program itself) stays as they are.
   * @throws UNAUTHORIZED when the user was deactivated or deleted meanwhile, FORBIDDEN naming a permission that they lack
   */
  async present(principal: Principal, permissions: readonly string[], queries: Queries = this.#storage.read): Promise<Principal> {
    const caller = await this.#presentOf(principal, queries);
    mustHold(caller, permissions);
    return caller;
  }

  /**
   * Looks at both without a lock: for refusals that should come before costly work. {@link authorize} decides.
   * @throws as {@link authorize}
   */
  async check(principal: Principal, userId: string, demand: UserDemand, queries: Queries = this.#storage.read): Promise<Authorized> {
    const caller = await this.#presentOf(principal, queries);
    const user = await this.#reader.get(userId, queries);
    const isSelf = caller.userId === userId;
    if (!isSelf || demand.openToSelf !== true) mustHold(caller, demand.permissions);
    // Whoever may change a user can act as them, or against them: active or not, since activity can be changed as well.
    if (!isSelf) checkMayGrant(caller, await this.#access.heldBy(userId, queries), changingNeeds);
    return { caller, user };
  }

  /**
   * Takes the locks of users and of this user, then looks at the caller and the user as they are under them.
   * @throws UNAUTHORIZED, FORBIDDEN naming a permission that the caller lacks and the operation or the user has, NOT_FOUND
   */
  async authorize(change: Change, userId: string, demand: UserDemand): Promise<Authorized> {
    await lockUsers(change);
    await lockUser(change, userId);
    return await this.check(change.call.principal, userId, demand, change);
  }

  /**
   * As {@link authorize}, for a user that the body names in `user_id`. @throws VALIDATION_ERROR when there is no such user, UNAUTHORIZED,
   * FORBIDDEN
   */
  async authorizeNamed(change: Change, userId: string, demand: UserDemand): Promise<Authorized> {
    try {
      return await this.authorize(change, userId, demand);
    } catch (error) {
      if (isInventoryError(error) && error.code === "NOT_FOUND") throw invalidField("user_id", NO_SUCH_USER);
      throw error;
    }
  }

  async #presentOf(principal: Principal, queries: Queries): Promise<Principal> {
    if (principal.userId === null) return principal;
    const access = await this.#access.ofUser(principal.userId, queries);
    if (access === undefined) throw coreErrors.UNAUTHORIZED({ reason: "the caller was deactivated or deleted in the meantime" });
    return { ...principal, permissions: heldByBoth(principal.permissions, access.held) };
  }
}
