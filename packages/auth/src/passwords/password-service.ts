import { type CallContext, coreErrors, type Draft, type OpenStorage, serviceToken, type WritePath } from "@cadastre/inventory-core";
import { checkMayCreateCredentials, checkMayEdit } from "../users/user-policy.ts";
import type { UserReader } from "../users/user-reader.ts";
import { endSessionsOf } from "../sessions/session-epochs.ts";
import { lockUser } from "../users/user-rows.ts";
import type { PasswordChange, PasswordReset } from "./password.ts";
import type { PasswordHasher } from "./password-hash.ts";

export const PASSWORDS = serviceToken<PasswordService>("auth-passwords");

const HASH = "select password_hash from auth_user where id = ?";

/** Changing and resetting passwords. Either ends all sessions of the user, also the one that it is done with. */
export class PasswordService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #users: UserReader;
  readonly #hasher: PasswordHasher;

  constructor(storage: OpenStorage, writes: WritePath, users: UserReader, hasher: PasswordHasher) {
    this.#storage = storage;
    this.#writes = writes;
    this.#users = users;
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
    else if (!(await this.#hasher.matches(given, row?.password_hash))) {
      await this.#recordFailure(userId, call);
      draft.problems.add(field, "is not the current password");
    }
    const passwordHash = await this.#hasher.hash(draft.valid().new_password);
    await this.#set(userId, passwordHash, "change-password", call, row?.password_hash);
  }

  /**
   * For administrators.
   * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
   */
  async reset(userId: string, draft: Draft<PasswordReset>, call: CallContext): Promise<void> {
    await this.#checkMay(userId, call);
    const passwordHash = await this.#hasher.hash(draft.valid().new_password);
    await this.#set(userId, passwordHash, "reset-password", call);
  }

  async #checkMay(userId: string, call: CallContext): Promise<void> {
    checkMayCreateCredentials(call.principal);
    checkMayEdit(call.principal, await this.#users.get(userId));
  }

  async #set(userId: string, passwordHash: string, action: string, call: CallContext, checkedHash?: string): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await lockUser(change, userId);
      const now = await change.get<{ password_hash: string }>(HASH, [userId]);
      if (now === undefined) throw coreErrors.NOT_FOUND({ what: "user" });
      if (checkedHash !== undefined && now.password_hash !== checkedHash) {
        throw coreErrors.CONFLICT({ reason: "the password was changed meanwhile: try again with the one that is in force now" });
      }
      await change.run("update auth_user set password_hash = ?, updated_at = ? where id = ?", [passwordHash, change.now, userId]);
      await endSessionsOf(change, userId);
      change.audit({ action, resource: "user", resourceId: userId });
    });
  }

  async #recordFailure(userId: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      change.audit({ action: "change-password", resource: "user", resourceId: userId, status: "failure", error: "VALIDATION_ERROR" });
    });
  }
}
