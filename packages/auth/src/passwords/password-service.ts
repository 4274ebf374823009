import { type CallContext, coreErrors, type Draft, type OpenStorage, serviceToken, type WritePath } from "@cadastre/inventory-core";
import type { UserAuthority, UserDemand } from "../users/user-authority.ts";
import type { UserReader } from "../users/user-reader.ts";
import { endSessionsOf } from "../sessions/session-epochs.ts";
import type { PasswordChange, PasswordReset } from "./password.ts";
import { signedInOf } from "./hash-queue.ts";
import type { PasswordHasher } from "./password-hasher.ts";

export const PASSWORDS = serviceToken<PasswordService>("auth-passwords");

const HASH = "select password_hash from auth_user where id = ?";

/** Everyone changes their own password, given the one in force. */
const CHANGE: UserDemand = { permissions: ["user:update"], openToSelf: true };
const RESET: UserDemand = { permissions: ["user:update"] };

/** What is written of a new password. */
interface NewHash {
  readonly passwordHash: string;
  readonly revokeKeys: boolean;
  /** The hash that the password in force was compared with, where it was. */
  readonly checkedHash?: string | undefined;
}

/** Changing and resetting passwords. Either ends all sessions of the user, also the one that it is done with. */
export class PasswordService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #users: UserReader;
  readonly #authority: UserAuthority;
  readonly #hasher: PasswordHasher;

  constructor(storage: OpenStorage, writes: WritePath, users: UserReader, authority: UserAuthority, hasher: PasswordHasher) {
    this.#storage = storage;
    this.#writes = writes;
    this.#users = users;
    this.#authority = authority;
    this.#hasher = hasher;
  }

  /** @throws NOT_FOUND */
  async mustExist(userId: string): Promise<void> {
    await this.#users.get(userId);
  }

  /**
   * For whoever knows the password in force.
   * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT when the password was changed meanwhile, RATE_LIMIT_EXCEEDED
   */
  async change(userId: string, draft: Draft<PasswordChange>, call: CallContext): Promise<void> {
    await this.#authority.check(call.principal, userId, CHANGE);
    const row = await this.#storage.read.get<{ password_hash: string }>(HASH, [userId]);
    const field = draft.fields.current_password === undefined ? "old_password" : "current_password";
    const given = draft.fields[field];
    if (given === undefined) draft.problems.add(field, "is required (alias: current_password)");
    else if (!(await this.#hasher.matches(given, row?.password_hash, signedInOf(call)))) {
      await this.#recordFailure(userId, call);
      draft.problems.add(field, "is not the current password");
    }
    const { new_password: password, revoke_keys: revokeKeys } = draft.valid();
    const passwordHash = await this.#hasher.hash(password, signedInOf(call));
    await this.#set(userId, { passwordHash, revokeKeys, checkedHash: row?.password_hash }, "change-password", CHANGE, call);
  }

  /**
   * For administrators, and for whoever may do all that the user may.
   * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
   */
  async reset(userId: string, draft: Draft<PasswordReset>, call: CallContext): Promise<void> {
    await this.#authority.check(call.principal, userId, RESET);
    const { new_password: password, revoke_keys: revokeKeys } = draft.valid();
    const passwordHash = await this.#hasher.hash(password, signedInOf(call));
    await this.#set(userId, { passwordHash, revokeKeys }, "reset-password", RESET, call);
  }

  async #set(
    userId: string,
    { passwordHash, revokeKeys, checkedHash }: NewHash,
    action: string,
    demand: UserDemand,
    call: CallContext,
  ): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await this.#authority.authorize(change, userId, demand);
      const now = await change.get<{ password_hash: string }>(HASH, [userId]);
      if (now === undefined) throw coreErrors.NOT_FOUND({ what: "user" });
      if (checkedHash !== undefined && now.password_hash !== checkedHash) {
        throw coreErrors.CONFLICT({ reason: "the password was changed in the meantime: retry with the current password" });
      }
      await change.run("update auth_user set password_hash = ?, updated_at = ? where id = ?", [passwordHash, change.now, userId]);
      await endSessionsOf(change, userId);
      const keys = revokeKeys ? await change.run("delete from auth_api_key where user_id = ?", [userId]) : 0;
      change.audit({ action, resource: "user", resourceId: userId, after: { keys_deleted: keys } });
    });
  }

  async #recordFailure(userId: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      change.audit({ action: "change-password", resource: "user", resourceId: userId, status: "failure", error: "VALIDATION_ERROR" });
    });
  }
}
