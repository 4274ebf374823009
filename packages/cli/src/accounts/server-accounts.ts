import { inSession } from "../client/commands/run-operation.ts";
import { idOf } from "../client/input/record-names.ts";
import type { Terminal } from "../client/terminal.ts";
import type { KeyCreateOptions, PasswordResetOptions, UserCreateOptions } from "./database-accounts.ts";
import type { AccountOptions } from "./account-target.ts";
import { newPassword } from "./new-password.ts";

/** Creates a user on the server, and prints the id. @throws CommandFailure */
export async function createUserOnServer(options: UserCreateOptions & AccountOptions, terminal: Terminal): Promise<void> {
  const { username, admin = false, role = [], email = "", fullName: full_name = "" } = options;
  await inSession(
    options,
    terminal,
    async ({ client, out, note }) => {
      const names = admin ? ["admin", ...role] : role;
      const role_ids: string[] = [];
      for (const name of names) role_ids.push(await idOf(name, "role", client));
      const user = await client.users.create({
        username,
        email,
        full_name,
        role_ids,
        password: await newPassword(options, username, terminal),
      });
      note(
        `user ${user.username} created, ${names.length === 0 ? "without roles" : `with ${user.roles.map(({ name }) => name).join(", ")}`}`,
      );
      await out.line(user.id);
    },
    { permission: "user:create" },
  );
}

/** Sets the password of a user of the server. @throws CommandFailure */
export async function resetPasswordOnServer(
  username: string,
  options: PasswordResetOptions & AccountOptions,
  terminal: Terminal,
): Promise<void> {
  const { revokeKeys = false } = options;
  await inSession(
    options,
    terminal,
    async ({ client, note }) => {
      const id = await idOf(username, "user", client);
      await client.users.resetPassword(id, { new_password: await newPassword(options, username, terminal), revoke_keys: revokeKeys });
      note(`password of ${username} set, all sessions ended${revokeKeys ? ", all keys deleted" : ""}`);
    },
    { permission: "user:update" },
  );
}

/** Makes an API key on the server, one's own unless a user is named, and prints it. @throws CommandFailure */
export async function createKeyOnServer(
  options: Omit<KeyCreateOptions, "user"> & Partial<Pick<KeyCreateOptions, "user">> & AccountOptions,
  terminal: Terminal,
): Promise<void> {
  const { user, name, description = "", expiresAt } = options;
  await inSession(
    options,
    terminal,
    async ({ client, out, note }) => {
      const user_id = user === undefined ? null : await idOf(user, "user", client);
      const key = await client.keys.create({ name, description, user_id, expires_at: expiresAt ?? null });
      note(
        `key ${key.name}${user === undefined ? "" : ` of ${user}`} created, ` +
          `${key.expires_at === null ? "does not expire" : `expires ${key.expires_at}`}; it is shown only once`,
      );
      await out.line(key.key);
    },
    { permission: "apikey:create" },
  );
}
