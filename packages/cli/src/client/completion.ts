import type { Command } from "commander";
import { usageFailure } from "../exit-codes.ts";

const DESCRIPTION = "print a script that completes commands: bash, zsh or fish";

/**
 * `cadastre complete bash|zsh|fish` prints a script for the shell, which asks `cadastre complete -- …` what may follow.
 * The library reads it all off the program, which must have every command.
 */
export async function addCompletion(program: Command, words: readonly string[]): Promise<void> {
  const [called, shell] = words;
  if (called !== "complete" || shell === undefined) {
    program
      .command("complete")
      .argument("[shell]", "bash, zsh or fish")
      .description(DESCRIPTION)
      .action(() => {
        throw usageFailure("say which shell: cadastre complete bash, zsh or fish");
      });
    return;
  }
  const { default: tab } = await import("@bomb.sh/tab/commander");
  tab(program);
  // The words of the library are not those of our help.
  program.commands.find((command) => command.name() === "complete")?.description(DESCRIPTION);
}
