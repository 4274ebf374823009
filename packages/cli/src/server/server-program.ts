import { type Command, InvalidArgumentError, Option } from "commander";
import { GROUPS } from "../client/commands/nouns.ts";
import { EXIT } from "../exit-codes.ts";
import type { HealthOptions } from "./health.ts";
import type { Environment } from "../settings/read-settings.ts";
import { TRIAL_OPTIONS, type TrialOptions } from "../trial/trial-options.ts";

/**
 * `cadastre serve`, `cadastre config` and `cadastre health`. @param isServed the help of serve, which lists the settings, may be asked for
 */
export async function addServerCommands(program: Command, environment: Environment, isServed: boolean): Promise<void> {
  const settingsHelp = isServed ? (await import("../settings/describe-settings.ts")).settingsHelp() : "";
  const serve = program
    .command("serve")
    .helpGroup(GROUPS.run)
    .description("run the server until it is stopped by SIGTERM or Ctrl-C")
    .addHelpText("after", `\n${settingsHelp}`)
    .action(async (trial: TrialOptions) => await (await import("./run-server.ts")).runServer(environment, trial));
  for (const [flag, description] of TRIAL_OPTIONS)
    serve.addOption(new Option(flag, description).helpGroup("For trials, not for production:"));
  program
    .command("config")
    .helpGroup(GROUPS.run)
    .description("print the settings in force and where each is from, secrets masked, and the plugins")
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      `\nA value is from the environment, else from the config file, else the default. It ends with ${EXIT.settings} when something ` +
        `is wrong, and says what.`,
    )
    .action(
      async ({ json = false }: { readonly json?: boolean }) =>
        await (await import("../settings/print-config.ts")).printConfig(environment, json),
    );
  program
    .command("health")
    .helpGroup(GROUPS.run)
    .description("ask the server of these settings, on this machine, whether it lives and shows its page")
    .option("--wait <seconds>", "go on asking for so long", wholeSeconds)
    .addHelpText(
      "after",
      `\nFor the health check of a container and the start of a unit. It ends with 0 when all is well, with ${EXIT.failed} when not, ` +
        `and says what. It does not ask the database: /readyz does.`,
    )
    .action(async (options: HealthOptions) => await (await import("./health.ts")).runHealth(environment, options));
}

function wholeSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of seconds.");
  return Number(text);
}
