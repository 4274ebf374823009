import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import { canAsk, type Terminal } from "../terminal.ts";

/** Longest first lines that are looked at: a secret is short, and a file is none. */
const MAX_CHARACTERS = 4096;

/** Asks whether to go on. @throws CommandFailure when nobody is there to answer, or the answer is no */
export async function confirm(question: string, terminal: Terminal): Promise<void> {
  if (!canAsk(terminal)) throw usageFailure(`${question} No terminal to ask for confirmation: pass --yes, or preview with --dry-run`);
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({
    message: question,
    initialValue: false,
    input: terminal.stdin,
    output: terminal.stderr,
    withGuide: false,
  });
  if (prompts.isCancel(answer)) throw interrupted();
  if (!answer) throw new CommandFailure("nothing was changed");
}

/** Asks for a line. @throws CommandFailure */
export async function askText(question: string, terminal: Terminal, usual?: string): Promise<string> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.text({
    message: question,
    ...(usual === undefined ? {} : { placeholder: usual, defaultValue: usual }),
    input: terminal.stdin,
    output: terminal.stderr,
    withGuide: false,
  });
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}

/** Asks for what must not be shown. @throws CommandFailure */
export async function askSecret(question: string, terminal: Terminal): Promise<string> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.password({ message: question, input: terminal.stdin, output: terminal.stderr, withGuide: false });
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}

/**
 * Asks twice for a secret that is new, where a slip of the finger would lock somebody out. @throws CommandFailure also when the answers
 * differ
 */
export async function askNewSecret(question: string, terminal: Terminal): Promise<string> {
  const secret = await askSecret(question, terminal);
  if ((await askSecret("Repeat it", terminal)) !== secret) throw new CommandFailure("the entries do not match: nothing was changed");
  return secret;
}

/** The first lines of standard input. @throws CommandFailure when there are fewer */
export async function linesFromInput(count: number, what: string, { stdin }: Terminal): Promise<readonly string[]> {
  const { createInterface } = await import("node:readline");
  const reader = createInterface({ input: stdin, crlfDelay: Infinity });
  const lines: string[] = [];
  for await (const line of reader) {
    if (line.length > MAX_CHARACTERS) throw usageFailure(`standard input is too long for ${what}`);
    lines.push(line);
    if (lines.length === count) break;
  }
  if (lines.length < count || lines.includes(""))
    throw usageFailure(`standard input must contain ${what}${count > 1 ? ", one per line" : " in its first line"}`);
  return lines;
}

const interrupted = (): CommandFailure => new CommandFailure("interrupted: nothing was changed", EXIT.interrupted);
