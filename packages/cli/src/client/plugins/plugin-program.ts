import type { Command } from "commander";
import { nounOf } from "../commands/nouns.ts";
import type { Terminal } from "../terminal.ts";
import { commandWords, type CommandWords } from "./command-words.ts";
import type { Wanted } from "./plugin-commands.ts";

/**
 * Puts the commands of the server's plugins on the program, as far as the words call for them. Whoever calls a command that every server
 * has waits for none of this.
 * @param words what is on the command line
 */
export async function addPluginCommands(program: Command, words: readonly string[], terminal: Terminal): Promise<void> {
  const isCompletion = words[0] === "complete";
  const said = commandWords(isCompletion ? words.slice(2) : words);
  const wanted = isCompletion ? (words[1] === "--" ? "all" : undefined) : wantedBy(program, words, said);
  if (wanted === undefined) return;
  const { addNounsOfPlugins } = await import("./plugin-commands.ts");
  await addNounsOfPlugins(program, said, wanted, terminal);
}

function wantedBy(program: Command, words: readonly string[], said: CommandWords): Wanted | undefined {
  if (said.noun !== undefined) return isKnown(program, said) ? undefined : "called";
  return words.length === 0 || words.some((word) => ["help", "--help", "-h"].includes(word)) ? "names" : undefined;
}

const commandOf = (parent: Command, word: string): Command | undefined =>
  parent.commands.find((command) => command.name() === word || command.aliases().includes(word));

/** Whether the words call for a command that every server has. */
function isKnown(program: Command, { noun = "", verb }: CommandWords): boolean {
  const command = commandOf(program, noun);
  if (command === undefined) return ["help", "completion", "complete"].includes(noun);
  const ours = nounOf(noun);
  return ours === undefined || ours.whole === true || verb === undefined || commandOf(command, verb) !== undefined;
}
