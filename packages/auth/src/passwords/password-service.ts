import { type CallContext, coreErrors, type Draft, type OpenStorage, serviceToken, type WritePath } from "@cadastre/inventory-core";
import { checkMayCreateCredentials, checkMayEdit, checkMayGrant } from "../users/user-policy.ts";
import type { UserAccess } from "../access/user-access.ts";
import type { UserReader } from "../users/user-reader.ts";
import { endSessionsOf } from "../sessions/session-epochs.ts";
import { lockUser } from "../users/user-rows.ts";
import type { PasswordChange, PasswordReset } from "./password.ts";
import { signedInOf } from "./hash-queue.ts";
import type { PasswordHasher } from "./password-hash.ts";

export const PASSWORDS = serviceToken<PasswordService>("auth-passwords");

const HASH = "select password_hash from auth_user where id = ?";

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
  readonly #access: UserAccess;
  readonly #hasher: PasswordHasher;

  constructor(storage: OpenStorage, writes: WritePath, users: UserReader, access: UserAccess, hasher: PasswordHasher) {
    this.#storage = storage;
    this.#writes = writes;
    this.#users = users;
    this.#access = access;
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
    await this.#checkMay(userId, call);
    const row = await this.#storage.read.get<{ password_hash: string }>(HASH, [userId]);
    const field = draft.fields.current_password === undefined ? "old_password" : "current_password";
    const given = draft.fields[field];
    if (given === undefined) draft.problems.add(field, "is required; current_password is another name for it");
    else if (!(await this.#hasher.matches(given, row?.password_hash, signedInOf(call)))) {
      await this.#recordFailure(userId, call);
      draft.problems.add(field, "is not the current password");
    }
    const { new_password: password, revoke_keys: revokeKeys } = draft.valid();
    const passwordHash = await this.#hasher.hash(password, signedInOf(call));
    await this.#set(userId, { passwordHash, revokeKeys, checkedHash: row?.password_hash }, "change-password", call);
  }

  /**
   * For administrators, and for whoever may do all that the user may.
   * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
   */
  async reset(userId: string, draft: Draft<PasswordReset>, call: CallContext): Promise<void> {
    await this.#checkMay(userId, call);
    // Whoever sets a password can sign in with it: that is as good as being granted what the user may do.
    const access = await this.#access.ofUser(userId);
    if (access !== undefined) checkMayGrant(call.principal, access.held);
    const { new_password: password, revoke_keys: revokeKeys } = draft.valid();
    const passwordHash = await this.#hasher.hash(password, signedInOf(call));
    await this.#set(userId, { passwordHash, revokeKeys }, "reset-password", call);
  }

  async #checkMay(userId: string, call: CallContext): Promise<void> {
    checkMayCreateCredentials(call.principal);
    checkMayEdit(call.principal, await this.#users.get(userId));
  }

  async #set(userId: string, { passwordHash, revokeKeys, checkedHash }: NewHash, action: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await lockUser(change, userId);
      const now = await change.get<{ password_hash: string }>(HASH, [userId]);
      if (now === undefined) throw coreErrors.NOT_FOUND({ what: "user" });
      if (checkedHash !== undefined && now.password_hash !== checkedHash) {
        throw coreErrors.CONFLICT({ reason: "the password was changed meanwhile: try again with the one that is in force now" });
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
