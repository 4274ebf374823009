import type { ManifestOperation } from "@cadastre/client/manifest";
import { type Command, Option } from "commander";
import { type FieldFlag, inputOf, type Positional, secretNames, spaced, stdinFlag } from "../input/field-flags.ts";
import { namesRecord, pairNames, valueOf } from "../input/parse-value.ts";
import { hasNames, waysOf } from "../input/name-ways.ts";
import type { Terminal } from "../terminal.ts";
import { COMMANDS, type CommandSpec, type PositionalSpec } from "./command-table.ts";
import { addCommonOptions, addDryRunOption, addKeyOption, addRemovalOptions, addWatchOptions } from "./common-options.ts";
import { commandKindOf } from "./command-kinds.ts";
import { asksFirst, removes, removesMany, typeOf } from "./operations.ts";
import type { Given } from "./run-command.ts";

/** Puts the options, arguments, help and work of an operation on a command. */
export function buildCommand(
  command: Command,
  operation: ManifestOperation,
  terminal: Terminal,
  spec: CommandSpec = COMMANDS[operation.id] ?? {},
): void {
  const input = inputOf(operation, spec);
  const several = removes(operation) && input.args.length === 1;
  command.summary(operation.summary.charAt(0).toLowerCase() + operation.summary.slice(1));
  command.description([operation.summary, operation.description].filter((text) => text !== undefined).join(". "));
  for (const alias of [...(spec.aliases ?? []), ...(operation.name === "create" ? ["add"] : [])]) command.alias(alias);
  for (const [index, arg] of input.args.entries())
    command.argument(several && index === 0 ? `[${arg.label}...]` : `[${arg.label}]`, describeArgument(arg));
  command.usage([...input.args.map((arg) => usageOf(arg, several)), "[options]"].join(" "));
  // Ids as flags, as another command line has them.
  for (const name of new Set(["id", ...input.args.map(({ label }) => label)])) {
    if (input.args.length > 0 && !input.flags.some(({ flag }) => flag === name)) command.addOption(new Option(`--${name} <id>`).hideHelp());
  }
  const kind = commandKindOf(spec.kind);
  for (const flag of input.flags) for (const option of optionsOf(flag, kind?.finds ?? [])) command.addOption(option);
  if (input.hasBody) command.option("--from <file>", "fields from a JSON or YAML file, - for standard input; flags override them");
  if (input.secrets.length > 0) command.option(`--${stdinFlag(input)}`, `read ${secretNames(input)} from standard input`);
  kind?.addOptions?.(command);
  if (kind === undefined && operation.safe && (operation.output.kind === "list" || operation.output.kind === "record"))
    addWatchOptions(command);
  if (removes(operation) || removesMany(operation)) addRemovalOptions(command, asksFirst(operation, spec));
  else if (operation.destructive || operation.dryRun !== undefined) addDryRunOption(command);
  if (operation.idempotencyKey) addKeyOption(command);
  addCommonOptions(command, (operation.output.kind !== "file" && operation.output.kind !== "empty") || removes(operation));
  command.addHelpText("after", `\n${permissionText(operation)}`);
  command.action(async (...all: readonly unknown[]) => {
    const { runCommand } = await import("./run-command.ts");
    await runCommand({ operation, spec, input, options: command.opts<Given>(), given: all.slice(0, input.args.length) }, terminal);
  });
}

/** @param found names of fields that need not be given, though the service needs them */
function optionsOf({ flag, aliases, repeated, field, kind }: FieldFlag, found: readonly string[]): readonly Option[] {
  const type = typeOf(field.type);
  const description = describeField({
    flag,
    aliases,
    repeated,
    field: found.includes(field.name) ? { ...field, required: false } : field,
    kind,
  });
  const hidden = aliases.map((name) =>
    listOrValue(
      new Option(`--${name} <value>`).hideHelp(),
      { flag: name, aliases: [], repeated, field, kind },
      name !== flag && name.endsWith("s"),
    ),
  );
  if (type.kind === "boolean")
    return [
      new Option(`--${flag}`, description),
      new Option(`--no-${flag}`, "the opposite"),
      ...aliases.flatMap((name) => [new Option(`--${name}`).hideHelp(), new Option(`--no-${name}`).hideHelp()]),
    ];
  const short = flag === "tag" ? "-t, " : "";
  const option = new Option(`${short}--${flag} <${placeholder(flag, field.type, kind)}>`, description);
  if (type.kind === "enum" && type.emptyAllowed !== true && type.numbers !== true) return [option.choices([...type.values]), ...hidden];
  return [listOrValue(option, { flag, aliases, repeated, field, kind }, false), ...hidden];
}

/** A plural takes a list of simple values separated by commas too, as another command line has it. */
function listOrValue(option: Option, { flag, repeated, field }: FieldFlag, splits: boolean): Option {
  const type = typeOf(field.type);
  const simple = type.kind === "array" && typeOf(type.items).kind !== "object";
  if (repeated)
    return option.argParser((text: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      ...(splits && simple ? text.split(",") : [text]),
    ]);
  return option.argParser((text: string) => valueOf(text, field.type, `--${flag}`));
}

function placeholder(flag: string, declared: ManifestOperation["fields"][number]["type"], kind: FieldFlag["kind"]): string {
  if (kind !== undefined) return hasNames(kind) ? "id or name" : "id";
  const type = typeOf(declared);
  const item = type.kind === "array" ? typeOf(type.items) : type;
  if (item.kind === "object") return namesRecord(item.fields) ? "type/id" : "name=value,…";
  if (item.kind === "map") return "name=value";
  if (item.kind === "integer" || item.kind === "number") return "number";
  return item.kind === "enum" ? flag.replace(/^.*-/, "") : "text";
}

function describeField({ field, repeated, kind }: FieldFlag): string {
  const type = typeOf(field.type);
  const item = type.kind === "array" ? typeOf(type.items) : type;
  const notes = [
    ...(field.required === true ? ["needed"] : []),
    ...(item.kind === "object" && !namesRecord(item.fields) ? [`of ${pairNames(field.type).join(", ")}`] : []),
    ...(item.kind === "enum" && (repeated || (type.kind === "enum" && type.emptyAllowed === true))
      ? [`one of ${item.values.join(", ")}`]
      : []),
    ...(field.default !== undefined && field.default !== "" && field.default !== null ? [`default ${JSON.stringify(field.default)}`] : []),
    ...(repeated ? ["may be repeated"] : []),
  ];
  const text =
    field.description ??
    (field.name === "id" && kind !== undefined
      ? `the ${kind}`
      : kind === undefined
        ? spaced(field.name.replace(/^is_/, ""))
        : spaced(field.name.replace(/_ids?$/, "")));
  return `${text.replace(/\.$/, "")}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
}

function describeArgument({ label, kind, about }: Positional): string {
  if (about !== undefined) return about;
  return `${waysOf(kind)} of the ${label}`;
}

const usageOf = ({ label, optional }: PositionalSpec, several: boolean): string =>
  optional === true ? `[${label}]` : `<${label}>${several ? "..." : ""}`;

function permissionText({ access, alsoNeeds, self }: ManifestOperation): string {
  if (access === "public") return "No credentials required.";
  if (access === "authenticated") return "Requires any valid credentials.";
  return `Requires the permission ${[access, ...alsoNeeds].join(" and ")}${self === undefined ? "" : ", or your own record"}.`;
}
