import { type Fields } from "@cadastre/inventory-core";
import { z } from "zod";
import { matchingNobody, requiredText } from "../required-text.ts";

/** bcrypt reads no more than this many bytes. */
export const MAX_PASSWORD_BYTES = 72;
const MIN_CHARACTERS = 12;
/** What the offline reset asks for at least (docs/spec/accounts.md#offline-reset). */
const MIN_OFFLINE = 8;

/** Why a text may not become a password; undefined when it may. */
function problemOf(password: string, fewest: number): string | undefined {
  if ([...password].length < fewest) return `must have at least ${fewest} characters`;
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return `must have at most ${MAX_PASSWORD_BYTES} bytes of UTF-8`;
  if (password.includes("\u0000")) return "must not contain NUL characters";
  if (!password.isWellFormed()) return "must be well-formed Unicode text";
  return undefined;
}

function passwordOf(fewest: number) {
  return requiredText()
    .check((context) => {
      const message = problemOf(context.value, fewest);
      // The value stays out of the issue, so that no log of issues can hold it.
      if (message !== undefined) context.issues.push({ code: "custom", input: undefined, message });
    })
    .meta({
      format: "password",
      minLength: fewest,
      maxLength: MAX_PASSWORD_BYTES,
      description: `${fewest} characters to ${MAX_PASSWORD_BYTES} bytes of UTF-8`,
    });
}

/** A password that is being set: at least 12 characters, at most 72 bytes (never cut), no NUL. */
export const NewPassword = passwordOf(MIN_CHARACTERS);

const RevokeKeys = z
  .boolean({ error: "must be true or false" })
  .default(false)
  .meta({ description: "Delete the API keys of the user as well" });

/** What a caller sends to change a password: the one that is in force, under either name, and the new one. */
export const PasswordChange = z.object({
  old_password: givenPassword("The current password; current_password is an alias"),
  current_password: givenPassword("Alias of old_password"),
  new_password: NewPassword,
  revoke_keys: RevokeKeys,
});

/** What an administrator sends to reset a password. */
export const PasswordReset = z.object({ new_password: NewPassword, revoke_keys: RevokeKeys });

/** The same from the command line, beside the database. */
export const OfflinePasswordReset = z.object({ new_password: passwordOf(MIN_OFFLINE), revoke_keys: RevokeKeys });

function givenPassword(description: string) {
  return z.string({ error: "must be a string" }).meta({ format: "password", description }).transform(matchingNobody).optional();
}

/** Whether a password is shorter than the interface would take. */
export function isShortPassword(password: string): boolean {
  return [...password].length < MIN_CHARACTERS;
}

export type PasswordChange = Fields<typeof PasswordChange>;
export type PasswordReset = Fields<typeof PasswordReset>;
