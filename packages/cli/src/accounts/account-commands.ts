import { type Administration, ADMINISTRATION, authAdministration } from "@cadastre/auth";
import { withDatabase } from "../database-command.ts";
import type { Environment } from "../settings/read-settings.ts";
import { passwordFromInput, type PasswordSource, promptPassword } from "./read-password.ts";

/** Where a command gets a password from. */
interface PasswordOption {
  /** From the first line of standard input; asked for on the terminal unless set. */
  readonly passwordStdin?: boolean;
}

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
 * @throws SettingsError, StartError
 */
export async function runUserCreate(environment: Environment, options: UserCreateOptions): Promise<void> {
  const { username, admin = false, role = [], email = "", fullName: full_name = "" } = options;
  const user = await administer(environment, true, async (work) => {
    const password = await readPassword(options, username);
    return await work.createUser({ username, password, email, full_name }, admin ? ["admin", ...role] : role);
  });
  const roles = user.roles.map(({ name }) => name).join(", ");
  note(`user ${user.username} created, ${roles === "" ? "without a role" : `with ${roles}`}`);
  print(user.id);
}

/**
 * Sets a password and ends all sessions of the user.
 * @throws SettingsError, StartError
 */
export async function runPasswordReset(environment: Environment, username: string, options: PasswordResetOptions): Promise<void> {
  const { revokeKeys = false } = options;
  const { short } = await administer(environment, false, async (work) => await work.resetPassword(username, await readPassword(options, username), revokeKeys));
  if (short) note("the password is shorter than 12 characters: change it after the next sign-in");
  note(`password of ${username} set, all sessions ended${revokeKeys ? ", all keys deleted" : ""}`);
}

/**
 * Makes an API key and prints it, once and alone, on standard output.
 * @throws SettingsError, StartError
 */
export async function runKeyCreate(environment: Environment, { user, name, description = "", expiresAt = "" }: KeyCreateOptions): Promise<void> {
  const key = await administer(environment, false, async (work) => await work.createKey(user, { name, description, expires_at: expiresAt }));
  note(`key ${key.name} of ${user} created, ${key.expires_at === null ? "without an end" : `until ${key.expires_at}`}; it is shown this once`);
  print(key.key);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const note = (line: string): void => void process.stderr.write(`${line}\n`);

async function administer<T>(environment: Environment, mayCreate: boolean, work: (administration: Administration) => Promise<T>): Promise<T> {
  const auth = ({ BCRYPT_COST: bcryptCost }: { BCRYPT_COST: number }) => authAdministration({ bcryptCost });
  return await withDatabase(environment, { auth, mayCreate }, async (inventory) => await work(inventory.host.get(ADMINISTRATION)));
}

async function readPassword({ passwordStdin = false }: PasswordOption, username: string): Promise<string> {
  const source: PasswordSource = { input: process.stdin, questions: process.stderr };
  return passwordStdin ? await passwordFromInput(source) : await promptPassword(source, username);
}
