import { Command, Help, type Option } from "commander";
import { addAgentCommand } from "./agent/agent-program.ts";
import { addAccountCommands } from "./accounts/account-program.ts";
import { addClientCommands, GROUP_ORDER } from "./client/client-program.ts";
import { GROUPS } from "./client/commands/nouns.ts";
import { addGenerateCommand } from "./client/plugins/generate-program.ts";
import { addPluginCommands } from "./client/plugins/plugin-program.ts";
import { addCompletion } from "./client/completion.ts";
import { processTerminal } from "./client/terminal.ts";
import { EXIT_HELP } from "./exit-codes.ts";
import { HELP_COLUMNS, wrapLines } from "./help-width.ts";
import { programVersion } from "./program-version.ts";
import { runCommand } from "./run-command.ts";
import { addServerCommands } from "./server/server-program.ts";
import type { Environment } from "./settings/read-settings.ts";
import { addUpkeepCommands } from "./upkeep/upkeep-program.ts";

// What a command does is loaded when it runs: the commands of a client must not wait for the engine.

/** Groups in the order in which people need them, whatever the order in which the commands were made. */
function groupItems<T extends Command | Option>(this: Help, all: T[], visible: T[], groupOf: (item: T) => string): Map<string, T[]> {
  const groups = Help.prototype.groupItems.call(this, all, visible, groupOf as (item: Command | Option) => string) as Map<string, T[]>;
  return new Map([...groups].toSorted(([one], [other]) => GROUP_ORDER.indexOf(one) - GROUP_ORDER.indexOf(other)));
}

/** The command line, with the commands that the words call for. */
export async function createProgram(given: Environment, words: readonly string[]): Promise<Command> {
  const environment = { ...given };
  const program = new Command("cadastre")
    .description("Inventory and IP address management: the server, and its client")
    .version(programVersion(), "-V, --version")
    .option("--config <path>", "config file of the server, instead of CADASTRE_CONFIG or the one in the working directory")
    .hook("preAction", (command) => {
      const { config } = command.opts<{ readonly config?: string }>();
      if (config !== undefined) environment["CADASTRE_CONFIG"] = config;
    })
    .configureHelp({
      helpWidth: Math.min(HELP_COLUMNS, process.stdout.columns || HELP_COLUMNS),
      groupItems,
      subcommandTerm: (command) => [command.name(), ...command.aliases()].join("|"),
    })
    .configureOutput({ writeOut: (text) => void process.stdout.write(wrapLines(text)) })
    .addHelpText("after", `\n${EXIT_HELP}`)
    .exitOverride();
  program.addHelpCommand(
    program.createCommand("help").argument("[command]").description("show the help of a command").helpGroup(GROUPS.upkeep),
  );
  await addServerCommands(program, environment, words.includes("serve"));
  const terminal = processTerminal(environment);
  const audit = program.command("audit");
  addAgentCommand(program, words, programVersion());
  addAccountCommands(program, environment, terminal);
  await addClientCommands(program, words, terminal);
  addUpkeepCommands(program, audit, environment);
  addGenerateCommand(program, terminal);
  await addPluginCommands(program, words, terminal);
  await addCompletion(program, words);
  for (const command of program.commands) if (command.helpGroup() === "") command.helpGroup(GROUPS.upkeep);
  tellHelp(program, "cadastre");
  return program;
}

/** What is called wrongly is told the help of the command that was meant. */
function tellHelp(command: Command, words: string): void {
  command.showHelpAfterError(`(${words} --help ${command.commands.length > 0 ? "lists the commands" : "shows the usage"})`);
  for (const child of command.commands) tellHelp(child, `${words} ${child.name()}`);
}

/**
 * Runs one command.
 * @returns the exit code
 */
export const runProgram = async (words: readonly string[], environment: Environment): Promise<number> =>
  await runCommand(words, async () => await createProgram(environment, words));
