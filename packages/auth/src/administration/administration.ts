import { type CallContext, coreErrors, invalidField, type OpenStorage, serviceToken, SYSTEM } from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import { ApiKeyCreate, type NewApiKey } from "../keys/api-key.ts";
import type { ApiKeyService } from "../keys/api-key-service.ts";
import { isShortPassword, OfflinePasswordReset } from "../passwords/password.ts";
import type { PasswordService } from "../passwords/password-service.ts";
import type { RoleService } from "../roles/role-service.ts";
import { type User, UserCreate, Username } from "../users/user.ts";
import type { UserService } from "../users/user-service.ts";

export const ADMINISTRATION = serviceToken<Administration>("auth-administration");

/** What {@link Administration} works with. */
export interface AdministrationParts {
  readonly storage: OpenStorage;
  readonly roles: RoleService;
  readonly users: UserService;
  readonly passwords: PasswordService;
  readonly keys: ApiKeyService;
}

/** What whoever holds the database does to it from a command line: everything goes by name, and the rules are the same. */
export class Administration {
  readonly #parts: AdministrationParts;
  /** The caller is whoever may open the database. */
  readonly #call: CallContext = { principal: SYSTEM, source: "cli" };

  constructor(parts: AdministrationParts) {
    this.#parts = parts;
  }

  /**
   * @param fields username, password, email, full_name
   * @param roles names of the user's roles
   * @throws VALIDATION_ERROR, ALREADY_EXISTS
   */
  async createUser(fields: Readonly<Record<string, unknown>>, roles: readonly string[]): Promise<User> {
    const rows = await this.#parts.roles.rows();
    const ids = roles.map((name) => {
      const row = rows.find((role) => role.name === name);
      if (row === undefined) throw invalidField("role", `unknown role ${name}: known are ${rows.map((role) => role.name).join(", ")}`);
      return row.id;
    });
    return await this.#parts.users.create(draftOf(UserCreate, { ...fields, role_ids: ids }), this.#call);
  }

  /**
   * Sets a password of at least 8 characters, ends all sessions of the user and, if asked, deletes the user's keys.
   * @returns whether it is shorter than the 12 characters that are asked for elsewhere
   * @throws NOT_FOUND, VALIDATION_ERROR
   */
  async resetPassword(username: string, password: string, revokeKeys: boolean): Promise<{ readonly short: boolean }> {
    await this.#parts.passwords.reset(
      await this.#userId(username),
      draftOf(OfflinePasswordReset, { new_password: password, revoke_keys: revokeKeys }),
      this.#call,
    );
    return { short: isShortPassword(password) };
  }

  /** @param fields name, description, expires_at @throws NOT_FOUND, VALIDATION_ERROR */
  async createKey(username: string, fields: Readonly<Record<string, unknown>>): Promise<NewApiKey> {
    return await this.#parts.keys.create(draftOf(ApiKeyCreate, { ...fields, user_id: await this.#userId(username) }), this.#call);
  }

  async #userId(username: string): Promise<string> {
    const row = Username.safeParse(username).success
      ? await this.#parts.storage.read.get<{ id: string }>("select id from auth_user where username_key = ?", [username.toLowerCase()])
      : undefined;
    if (row === undefined) throw coreErrors.NOT_FOUND({ what: `user ${JSON.stringify(username)}` });
    return row.id;
  }
}
