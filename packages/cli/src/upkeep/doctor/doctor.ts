import type { Plugin } from "@cadastre/inventory-core";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { type Configuration, readConfiguration } from "../../host/configuration.ts";
import { storedPlugins } from "../../host/stored-plugins.ts";
import { note, print } from "../../say.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import type { Settings } from "../../settings/settings.ts";
import type { JsonOption } from "../json-option.ts";
import { checkDatabase } from "./database-checks.ts";
import { checkEdge } from "./edge-checks.ts";
import { type Finding, ok, problem, sentenceOf, warning } from "./finding.ts";
import { checkFolder } from "./folder-checks.ts";
import { checkServices } from "./service-checks.ts";
import { checkNode, checkPort, checkTools } from "./machine-checks.ts";

type Check = (settings: Settings, plugins: readonly Plugin[]) => Promise<readonly Finding[]>;

/** Those that need the settings, in the order in which they are printed. */
const CHECKS: Readonly<Record<string, Check>> = {
  "data-folder": checkFolder,
  database: checkDatabase,
  port: checkPort,
  edge: checkEdge,
  tools: checkTools,
  services: checkServices,
};

const MARKS = { ok: "ok     ", warning: "warning", problem: "problem" } as const;

/**
 * Looks for what is wrong, and prints a line for each thing looked at. Changes nothing.
 * @throws CommandFailure (65) when something is wrong
 */
export async function runDoctor(environment: Environment, { json = false }: JsonOption): Promise<void> {
  const findings = [checkNode(), ...(await looked(environment))];
  const count = (verdict: Finding["verdict"]): number => findings.filter((finding) => finding.verdict === verdict).length;
  if (json) print(JSON.stringify({ findings, problems: count("problem"), warnings: count("warning") }));
  else
    for (const { check, verdict, message, advice } of findings)
      print(`${MARKS[verdict]}  ${check}: ${message}${advice === undefined ? "" : `\n         -> ${advice}`}`);
  note(`${count("problem")} problems, ${count("warning")} warnings`);
  if (count("problem") > 0) throw new CommandFailure("", EXIT.data);
}

async function looked(environment: Environment): Promise<readonly Finding[]> {
  let configuration: Configuration;
  try {
    configuration = await readConfiguration(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map((text) =>
      problem("settings", text, "correct it; cadastre serve --help lists the settings. The other checks need them"),
    );
  }
  const { settings, parts, misspelt } = configuration;
  const plugins = storedPlugins(parts.plugins, parts.without);
  const found = await Promise.all(
    Object.entries(CHECKS).map(
      async ([name, check]) =>
        await check(settings, plugins).catch((error: unknown) => [
          problem(name, `the check failed: ${sentenceOf(error)}`, "see the message; nothing was changed"),
        ]),
    ),
  );
  const names = misspelt.map(({ name, meant, message }) =>
    warning("settings", message, `set ${meant} instead of ${name}, or remove ${name}`),
  );
  return [ok("settings", "readable"), ...names, ...found.flat()];
}
