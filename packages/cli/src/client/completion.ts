import type { Command } from "commander";
import { usageFailure } from "../exit-codes.ts";
import { bashCompletion } from "./completion-bash.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

const HELP = `
bash, in ~/.bashrc:                 source <(cadastre completion bash)
zsh, in ~/.zshrc, after compinit:   source <(cadastre completion zsh)
fish, once:  cadastre completion fish >~/.config/fish/completions/cadastre.fish`;

/**
 * `cadastre completion bash|zsh|fish` prints a script for the shell, which asks `cadastre complete -- …` what may follow. The
 * library reads that off the program, which must have every command. `cadastre complete bash` is the earlier name.
 */
export async function addCompletion(program: Command, words: readonly string[]): Promise<void> {
  if (words[0] === "complete" && words[1] === "--") return void (await import("@bomb.sh/tab/commander")).default(program);
  const print = async (shell?: string): Promise<void> => await printScript(program.name(), shell);
  program
    .command("completion")
    .argument("[shell]", "bash, zsh or fish")
    .description("print a shell completion script")
    .addHelpText("after", HELP)
    .action(print);
  program.command("complete", { hidden: true }).argument("[shell]", "bash, zsh or fish").description("alias of completion").action(print);
}

async function printScript(name: string, shell: string | undefined): Promise<void> {
  const known = SHELLS.find((one) => one === shell);
  if (known === undefined) throw usageFailure("pass a shell: cadastre completion bash, zsh or fish");
  if (known === "bash") return void process.stdout.write(bashCompletion(name));
  const { default: tab } = await import("@bomb.sh/tab");
  tab.setup(name, name, known);
}
