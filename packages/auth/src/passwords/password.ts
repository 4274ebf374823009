import { requiredText } from "../required-text.ts";

/** bcrypt reads no more than this many bytes. */
export const MOST_PASSWORD_BYTES = 72;
const FEWEST_CHARACTERS = 12;

/** Why a text may not become a password; undefined when it may. */
function problemOf(password: string): string | undefined {
  if ([...password].length < FEWEST_CHARACTERS) return `must have at least ${FEWEST_CHARACTERS} characters`;
  if (Buffer.byteLength(password) > MOST_PASSWORD_BYTES) return `must have at most ${MOST_PASSWORD_BYTES} bytes of UTF-8`;
  if (password.includes("\u0000")) return "must not contain NUL characters";
  if (!password.isWellFormed()) return "must be well-formed Unicode text";
  return undefined;
}

/** A password that is being set: at least 12 characters, at most 72 bytes (never cut), no NUL. */
export const NewPassword = requiredText()
  .check((context) => {
    const message = problemOf(context.value);
    // The value stays out of the issue, so that no log of issues can hold it.
    if (message !== undefined) context.issues.push({ code: "custom", input: undefined, message });
  })
  .meta({ format: "password", minLength: FEWEST_CHARACTERS, maxLength: MOST_PASSWORD_BYTES, description: "12 characters to 72 bytes of UTF-8" });
