import { type Administration, ADMINISTRATION } from "@cadastre/auth";
import type { Terminal } from "../client/terminal.ts";
import { administrationOf, withDatabase } from "../upkeep/database-command.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import { newPassword, type PasswordOption } from "./new-password.ts";

export interface UserCreateOptions extends PasswordOption {
  readonly username: string;
  readonly admin?: boolean;
  /** Names of roles. */
  readonly role?: readonly string[];
  readonly email?: string;
  readonly fullName?: string;
}

export interface PasswordResetOptions extends PasswordOption {
  /** Deletes the API keys of the user too. */
  readonly revokeKeys?: boolean;
}

export interface KeyCreateOptions {
  readonly user: string;
  readonly name: string;
  readonly description?: string;
  readonly expiresAt?: string;
}

/**
 * Makes a user; the database too, when it is not there: this may be the first command of an installation.
 * @throws SettingsError, EngineFailure, CommandFailure
 */
export async function runUserCreate(environment: Environment, options: UserCreateOptions, terminal: Terminal): Promise<void> {
  const { username, admin = false, role = [], email = "", fullName: full_name = "" } = options;
  const user = await administer(environment, true, async (work) => {
    const password = await newPassword(options, username, terminal);
    return await work.createUser({ username, password, email, full_name }, admin ? ["admin", ...role] : role);
  });
  const roles = user.roles.map(({ name }) => name).join(", ");
  note(`user ${user.username} created, ${roles === "" ? "without roles" : `with ${roles}`}`);
  print(user.id);
}

/**
 * Sets a password and ends all sessions of the user.
 * @throws SettingsError, EngineFailure, CommandFailure
 */
export async function runPasswordReset(
  environment: Environment,
  username: string,
  options: PasswordResetOptions,
  terminal: Terminal,
): Promise<void> {
  const { revokeKeys = false } = options;
  const { short } = await administer(
    environment,
    false,
    async (work) => await work.resetPassword(username, await newPassword(options, username, terminal), revokeKeys),
  );
  if (short) note("the password has fewer than 12 characters: change it after the next sign-in");
  note(`password of ${username} set, all sessions ended${revokeKeys ? ", all keys deleted" : ""}`);
}

/**
 * Makes an API key and prints it, once and alone, on standard output.
 * @throws SettingsError, EngineFailure
 */
export async function runKeyCreate(
  environment: Environment,
  { user, name, description = "", expiresAt = "" }: KeyCreateOptions,
): Promise<void> {
  const key = await administer(
    environment,
    false,
    async (work) => await work.createKey(user, { name, description, expires_at: expiresAt }),
  );
  note(
    `key ${key.name} of ${user} created, ` +
      `${key.expires_at === null ? "does not expire" : `expires ${key.expires_at}`}; it is shown only once`,
  );
  print(key.key);
}

async function administer<T>(
  environment: Environment,
  mayCreate: boolean,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return await withDatabase(
    environment,
    { auth: administrationOf, requires: ["auth"], mayCreate },
    async (inventory) => await work(inventory.host.get(ADMINISTRATION)),
  );
}
