import { type Command, Option } from "commander";
import { addCommonOptions } from "../commands/common-options.ts";
import { GROUPS } from "../commands/nouns.ts";
import type { Terminal } from "../terminal.ts";
import { variableOf } from "./import-secrets.ts";
import type { ImportOptions } from "./run-import.ts";

/**
 * `import`: its options are those of the formats, which are loaded for nothing else.
 * @param called whether its options are needed
 */
export async function addImportCommand(program: Command, called: boolean, terminal: Terminal): Promise<void> {
  const command = program
    .command("import")
    .helpGroup(GROUPS.inventory)
    .description("import a file, or records of another service: shows a plan, and changes nothing without --apply")
    .argument("[source...]", "a file, several files or a folder where the format has them, a URL, or - for standard input");
  if (called) await addOptions(command);
  command.action(
    async (sources: readonly string[], options: ImportOptions) =>
      await (await import("./run-import.ts")).runImport(sources, options, terminal),
  );
}

async function addOptions(command: Command): Promise<void> {
  const { FORMATS } = await import("@cadastre/importers");
  command.addOption(new Option("--as <format>", "format of the source").choices(FORMATS.map(({ name }) => name)));
  const names = new Set(FORMATS.flatMap(({ options }) => options.map(({ name }) => name)));
  for (const name of names) {
    const takers = FORMATS.flatMap((format) =>
      format.options.filter((option) => option.name === name).map((option) => ({ format, option })),
    );
    const [first] = takers;
    if (first === undefined) continue;
    const of = takers.length === FORMATS.length ? "" : ` (${takers.map(({ format }) => format.name).join(", ")})`;
    const flag = first.option.secret === true ? `--${name}-stdin` : `--${name} <value>`;
    const description =
      first.option.secret === true
        ? `read from standard input the ${first.option.description}; or set ${variableOf(name)}`
        : first.option.description;
    const values = first.option.values === undefined ? "" : `: ${first.option.values.join(", ")}`;
    command.option(flag, `${description}${description.includes(":") ? "" : values}${of}`);
  }
  command
    .option("--apply", "apply the plan, all rows or none")
    .option("--per-row", "with --apply: import valid rows and report the others")
    .option("--save <file>", "save the plan to apply it later")
    .option("--plan <file>", "apply a saved plan instead of a source")
    .option("-y, --yes", "do not ask for confirmation")
    .option("--all", "also show unchanged rows");
  addCommonOptions(command);
  command.addHelpText(
    "after",
    `\nFormats:\n${FORMATS.map(({ name, label, description }) => `  ${name.padEnd(8)} ${label}: ${description}`).join("\n")}\n${HELP}`,
  );
}

const HELP = `
Requires the permission import:apply, and the permissions of the records it writes.
Exits with 1 when rows have errors or conflicts and nothing is applied, and with 8 when rows were applied in part.

Examples:
  cadastre import devices.csv --as csv
  cadastre import scan.xml --as nmap --apply --yes
  cadastre import devices.csv --as csv --save plan.ndjson
  cadastre import --plan plan.ndjson --yes
`;
