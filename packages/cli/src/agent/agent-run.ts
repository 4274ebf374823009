import { Command } from "commander";
import { programVersion } from "../program-version.ts";
import { runCommand } from "../run-command.ts";
import { addAgentCommand } from "./agent-program.ts";

/**
 * Runs an agent. It runs for years on small machines, so that it does not load the other commands: they would take a tenth of its memory.
 * @returns the exit code
 */
export async function runAgentAlone(words: readonly string[]): Promise<number> {
  return await runCommand(words, () => {
    const program = new Command("cadastre").exitOverride();
    addAgentCommand(program, words, programVersion());
    program.commands[0]?.showHelpAfterError("(cadastre agent --help shows the usage)");
    return program;
  });
}
