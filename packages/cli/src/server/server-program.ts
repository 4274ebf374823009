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
    .description("run the server until SIGTERM or Ctrl-C")
    .addHelpText("after", `\n${settingsHelp}`)
    .action(async (trial: TrialOptions) => await (await import("./run-server.ts")).runServer(environment, trial));
  for (const [flag, description] of TRIAL_OPTIONS)
    serve.addOption(new Option(flag, description).helpGroup("For evaluation, not for production:"));
  program
    .command("config")
    .helpGroup(GROUPS.run)
    .description("print the settings in force, their sources, and the plugins; secrets are masked")
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      `\nThe environment takes precedence over the config file, and that over the default. Exits with ${EXIT.settings} when a setting ` +
        `is invalid, and names it.`,
    )
    .action(
      async ({ json = false }: { readonly json?: boolean }) =>
        await (await import("../settings/print-config.ts")).printConfig(environment, json),
    );
  program
    .command("health")
    .helpGroup(GROUPS.run)
    .description("check that the server with these settings on this machine is live and serves its page")
    .option("--wait <seconds>", "retry for this long", wholeSeconds)
    .addHelpText(
      "after",
      `\nFor container health checks and systemd units. Exits with 0 when healthy and with ${EXIT.failed} when not, ` +
        `with the reason. It does not check the database: /readyz does.`,
    )
    .action(async (options: HealthOptions) => await (await import("./health.ts")).runHealth(environment, options));
}

function wholeSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of seconds.");
  return Number(text);
}
