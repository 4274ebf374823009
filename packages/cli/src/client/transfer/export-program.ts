import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { addCommonOptions } from "../commands/common-options.ts";
import { GROUPS } from "../commands/nouns.ts";
import type { Terminal } from "../terminal.ts";
import type { ExportCommandOptions } from "./export-command.ts";
import { EXPORT_SCOPES } from "./export-scopes.ts";

/** Names of the formats of @cadastre/importers, which is loaded when the command runs; a test compares them. */
export const EXPORT_FORMAT_NAMES = ["csv", "json", "rackd", "http_sd", "ansible"] as const;

/** `cadastre export`. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("export")
    .helpGroup(GROUPS.inventory)
    .description("export records for other programs or another installation")
    .addArgument(
      new Argument("<what>", "records to export, also of a kind that the server declares")
        .choices(Object.keys(EXPORT_SCOPES))
        // The server tells the kinds that it declares, once the command runs.
        .argParser((what: string) => what),
    )
    .addOption(new Option("--as <format>", "output format").choices(EXPORT_FORMAT_NAMES).makeOptionMandatory())
    .option("-t, --tag <tag>", "only devices with this tag (may be repeated)", (tag: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      tag,
    ])
    .option("--status <status>", "only devices with this status")
    .addOption(new Option("--port <number>", "http_sd: port of targets whose address has none").argParser(portOf))
    .addHelpText("after", HELP)
    .action(
      async (what: string, options: ExportCommandOptions) => await (await import("./export-command.ts")).runExport(what, options, terminal),
    );
  addCommonOptions(command, false);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new InvalidArgumentError("It is a number from 1 to 65535.");
  return port;
}

const HELP = `
Writes to standard output. csv contains one kind of record; json and rackd one or all; http_sd and ansible devices.
csv and json also contain records of kinds that the server declares: cadastre export circuits --as csv.
cadastre import reads csv, json and rackd.
Requires the permission to list what is exported.

Examples:
  cadastre export all --as json >inventory.json
  cadastre export devices --as csv --tag production >devices.csv
  cadastre export devices --as http_sd --port 9100 >targets.json
`;
