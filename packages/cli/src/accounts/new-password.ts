import { askNewSecret, linesFromInput } from "../client/input/ask.ts";
import { canAsk, type Terminal } from "../client/terminal.ts";
import { usageFailure } from "../exit-codes.ts";

/** Where a command gets a password from. */
export interface PasswordOption {
  /** From the first line of standard input; asked for on the terminal unless set. */
  readonly passwordStdin?: boolean;
}

/** A password that a user gets. @throws CommandFailure when there is none, or two that differ */
export async function newPassword({ passwordStdin = false }: PasswordOption, username: string, terminal: Terminal): Promise<string> {
  if (passwordStdin) return (await linesFromInput(1, "the password", terminal)).join("");
  if (!canAsk(terminal)) throw usageFailure("no terminal to ask for the password: pass it on standard input with --password-stdin");
  return await askNewSecret(`Password of ${username}`, terminal);
}
