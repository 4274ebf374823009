import { ENGINE_VERSION } from "@cadastre/inventory-core";
import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./accounts/account-program.ts";
import { type KeptHead, parseHead, runAuditVerify, runRotate } from "./audit-command.ts";
import { type MaintenanceOptions, runRebuild, runVerify } from "./maintenance.ts";
import { runServer, StartError } from "./run-server.ts";
import { settingsHelp, settingsInForce } from "./settings/describe-settings.ts";
import { type Environment, readSettings, SettingsError } from "./settings/read-settings.ts";

/** How the command ends: sysexits.h where it has a word for it. */
const EXIT = { ok: 0, failed: 1, usage: 2, data: 65, settings: 78 } as const;

const DATABASE_HELP = "\nIt works on the database of DATABASE_URL, or else of DATA_DIR (cadastre serve --help lists the settings), while a server runs or not.";

/** A verification that found differences, which it has printed. */
class DifferencesFound extends Error {}

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
  program
    .command("verify")
    .description("compare what is derived in the database (documents, keys, counters, free addresses, search, conflicts) with what it is derived from")
    .option("--json", "print the result as JSON")
    .addHelpText("after", `${DATABASE_HELP}\nDifferences go to standard output, a line each, counts to standard error. It ends with 0 when there are none, with ${EXIT.data} when there are some.`)
    .action(async (options: MaintenanceOptions) => {
      if (!(await runVerify(environment, options))) throw new DifferencesFound();
    });
  program
    .command("rebuild")
    .description("write anew what cadastre verify finds")
    .option("--json", "print the result as JSON")
    .addHelpText("after", `${DATABASE_HELP}\nWhat it mended goes to standard output. Damage of the database's own files it cannot mend.`)
    .action(async (options: MaintenanceOptions) => await runRebuild(environment, options));
  addAccountCommands(program, environment, DATABASE_HELP);
  const audit = program.command("audit").description("the audit log");
  audit
    .command("verify")
    .description("check the sealed audit log: whether a row was altered, taken out, put in or moved")
    .option("--head <number:hmac>", "a head that was kept (from the log line \"audit head\"), which the log must still lead to", parseHead)
    .option("--json", "print the result as JSON")
    .addHelpText("after", `${DATABASE_HELP}\nIt needs the keys of ENCRYPTION_KEY. Findings go to standard output, a line each, the head to standard error. It ends with 0 when nothing is wrong, with ${EXIT.data} when something is.`)
    .action(async (options: MaintenanceOptions & { readonly head?: KeptHead }) => {
      if (!(await runAuditVerify(environment, options))) throw new DifferencesFound();
    });
  program
    .command("secrets")
    .description("what is encrypted in the database")
    .command("rotate")
    .description("encrypt it under the newest key of ENCRYPTION_KEY")
    .option("--json", "print the result as JSON")
    .addHelpText("after", DATABASE_HELP)
    .action(async (options: MaintenanceOptions) => await runRotate(environment, options));
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
    if (error instanceof DifferencesFound) return EXIT.data;
    if (error instanceof SettingsError || error instanceof StartError) {
      process.stderr.write(`cadastre: ${error.message}\n`);
      return error instanceof SettingsError ? EXIT.settings : EXIT.failed;
    }
    throw error;
  }
}
