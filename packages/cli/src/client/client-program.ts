import type { Command } from "commander";
import { GROUPS, type Noun, nounOf, NOUNS } from "./commands/nouns.ts";
import { addExportCommand } from "./transfer/export-program.ts";
import { addSessionCommands } from "./session/session-program.ts";
import type { Terminal } from "./terminal.ts";
import { addImportCommand } from "./transfer/import-program.ts";

/**
 * Puts the commands of a server's users on the program. Only those of the noun that is called are made: the others are
 * there by name, for the help and for suggestions.
 * @param words what is on the command line
 */
export async function addClientCommands(program: Command, words: readonly string[], terminal: Terminal): Promise<void> {
  const called = nounOf(words.find((word, index) => !word.startsWith("-") && word !== "help" && words[index - 1] !== "--config"));
  const all = words[0] === "complete";
  for (const noun of NOUNS) {
    const command = commandFor(program, noun);
    if (all || noun === called) await fill(command, noun, terminal);
  }
  addExportCommand(program, terminal);
  await addImportCommand(program, words.includes("import"), terminal);
  addSessionCommands(program, terminal);
}

/** Some nouns have commands that work on the database too, which are there already. */
function commandFor(program: Command, { name, group, description, aliases = [] }: Noun): Command {
  const command = program.commands.find((known) => known.name() === name) ?? program.command(name);
  for (const alias of aliases) if (!command.aliases().includes(alias)) command.alias(alias);
  return command.description(description).helpGroup(group).helpCommand(false);
}

async function fill(command: Command, noun: Noun, terminal: Terminal): Promise<void> {
  const { addOperations } = await import("./commands/noun-commands.ts");
  addOperations(command, noun, terminal);
}

/** Headings in the order in which the help has them. */
export const GROUP_ORDER: readonly string[] = Object.values(GROUPS);
