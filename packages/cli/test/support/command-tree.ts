import type { Command } from "commander";
import { GROUPS } from "../../src/client/commands/nouns.ts";
import { createProgram } from "../../src/program.ts";
import type { Run } from "./command.ts";

/** Options of the program that take a value and stand before the command. */
const PROGRAM_OPTIONS = new Set(["--config"]);

/** Commands that go on until Ctrl-C, with the code that shells know. */
const UNTIL_INTERRUPTED = new Set(["event tail"]);

/** The program with every command and option that there is. */
export async function wholeProgram(): Promise<Command> {
  return await createProgram({}, ["complete", "bash", "serve", "import"]);
}

/** Every command that does something, by its words: `device list`. */
export function leavesOf(command: Command, words = ""): ReadonlyMap<string, Command> {
  return new Map(
    command.commands.flatMap((child) => {
      const name = `${words} ${child.name()}`.trim();
      return child.commands.length === 0 ? [[name, child] as const] : [...leavesOf(child, name)];
    }),
  );
}

/** The commands of those who run the server, and those of its users. */
type Side = "clients" | "operators";

/**
 * The commands of a side that none of some runs of the real program has brought to a good end. Which there are is read off the
 * program, so a new command is on the list until something runs it.
 */
export async function neverDone(side: Side, runs: readonly Run[]): Promise<readonly string[]> {
  const program = await wholeProgram();
  const done = new Set(
    runs.flatMap(({ words, code }) => {
      const called = calledBy(program, words);
      return code === (UNTIL_INTERRUPTED.has(called) ? 130 : 0) && !words.includes("--help") ? [called] : [];
    }),
  );
  return [...leavesOf(program).keys()].filter((words) => sideOf(program, words) === side && !done.has(words));
}

function sideOf(program: Command, words: string): Side {
  const group = program.commands.find((command) => command.name() === words.split(" ")[0])?.helpGroup();
  return group === GROUPS.run || group === GROUPS.upkeep ? "operators" : "clients";
}

/** The command that a command line calls, by its own name: `device create` for `device add --name x`. */
function calledBy(program: Command, words: readonly string[]): string {
  let command = program;
  const names: string[] = [];
  for (let at = 0; at < words.length && command.commands.length > 0; at += 1) {
    const word = words[at] as string;
    if (PROGRAM_OPTIONS.has(word)) {
      at += 1;
      continue;
    }
    const child = command.commands.find((known) => known.name() === word || known.aliases().includes(word));
    if (child === undefined) break;
    names.push(child.name());
    command = child;
  }
  return names.join(" ");
}
