import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Longest line that is looked at: a password has at most 72 bytes, and a file is no password. */
const MOST_CHARACTERS = 4096;

/** Where a password comes from. */
export interface PasswordSource {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Where questions go: not standard output, which carries results. */
  readonly questions: NodeJS.WritableStream;
}

/** A password could not be read. */
export class PasswordInputError extends Error {}

/**
 * The first line of standard input, as `printf %s "$PASSWORD" | cadastre …` sends it.
 * @throws PasswordInputError when there is none
 */
export async function passwordFromInput({ input }: Pick<PasswordSource, "input">): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  for await (const line of lines) {
    lines.close();
    if (line.length > MOST_CHARACTERS) throw new PasswordInputError("the first line of standard input is too long to be a password");
    return line;
  }
  throw new PasswordInputError("standard input is empty: --password-stdin reads the password from its first line");
}

/**
 * Asks twice on a terminal; what is typed is not shown. node:readline does it: it knows backspace, paste and Ctrl-C, and
 * its echo goes to the output that it is given, which here writes nothing.
 * @throws PasswordInputError when there is no terminal, the answers differ or Ctrl-C is pressed
 */
export async function promptPassword({ input, questions }: PasswordSource, username: string): Promise<string> {
  if (input.isTTY !== true) throw new PasswordInputError("there is no terminal to ask for the password: send it to standard input with --password-stdin");
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nothing, terminal: true, historySize: 0 });
  reader.once("SIGINT", () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    questions.write(question);
    const { value, done } = await lines.next();
    questions.write("\n");
    if (done === true) throw new PasswordInputError("interrupted: nothing was changed");
    return value;
  };
  try {
    const password = await ask(`Password of ${username}: `);
    if ((await ask("The same again: ")) !== password) throw new PasswordInputError("the two passwords differ: nothing was changed");
    return password;
  } finally {
    reader.close();
  }
}
