import { ENGINE_VERSION } from "@cadastre/inventory-core";
import { Command, CommanderError } from "commander";
import { runServer, StartError } from "./run-server.ts";
import { settingsHelp, settingsInForce } from "./settings/describe-settings.ts";
import { type Environment, readSettings, SettingsError } from "./settings/read-settings.ts";

/** How the command ends: sysexits.h where it has a word for it. */
const EXIT = { ok: 0, failed: 1, usage: 2, settings: 78 } as const;

/** The command line, with all its commands. */
function createProgram(environment: Environment): Command {
  const program = new Command("cadastre")
    .description("Inventory and IP address management: the server")
    .version(ENGINE_VERSION, "-V, --version")
    .showHelpAfterError("(cadastre --help lists the commands)")
    .exitOverride();
  program
    .command("serve")
    .description("run the server until it is stopped by SIGTERM or Ctrl-C")
    .addHelpText("after", () => `\n${settingsHelp()}`)
    .action(async () => await runServer(environment));
  program
    .command("config")
    .description("print the settings in force, secrets masked")
    .action(() => {
      const text = settingsInForce(environment);
      process.stdout.write(`${text}\n`);
      readSettings(environment);
    });
  return program;
}

/**
 * Runs one command.
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], environment: Environment): Promise<number> {
  try {
    await createProgram(environment).parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has said what is wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof SettingsError || error instanceof StartError) {
      process.stderr.write(`cadastre: ${error.message}\n`);
      return error instanceof SettingsError ? EXIT.settings : EXIT.failed;
    }
    throw error;
  }
}
