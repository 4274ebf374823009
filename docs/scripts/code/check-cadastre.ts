import { type Command, CommanderError } from "commander";
import { createProgram } from "../../../packages/cli/src/program.ts";

/**
 * Reads the arguments of a `cadastre` command as the program does, without running it.
 * @returns what is wrong with them, undefined when nothing is
 */
export async function checkCadastre(args: readonly string[]): Promise<string | undefined> {
  const program = await createProgram({}, args);
  let said = "";
  disarm(program, (text) => (said += text));
  if (args[0] === "complete" || args[0] === "completion")
    return args.length === 2 && ["bash", "zsh", "fish"].includes(args[1] ?? "") ? undefined : `${args[0]} takes the name of a shell`;
  try {
    await program.parseAsync([...args], { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) return String(error);
    // Help and version that were asked for.
    return error.exitCode === 0 ? undefined : said.trim().split("\n")[0] || error.message;
  }
}

/** Takes the work off a command and those under it, and what they would print. */
function disarm(command: Command, say: (text: string) => void): void {
  if (command.commands.length === 0 || command.parent === null || hasWork(command)) {
    if (command.parent !== null) command.action(() => {});
  }
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: say });
  for (const inner of command.commands) disarm(inner, say);
}

/** A command that does something by itself although it has others, or is one alone. */
function hasWork(command: Command): boolean {
  return "_actionHandler" in command && command._actionHandler !== null;
}
