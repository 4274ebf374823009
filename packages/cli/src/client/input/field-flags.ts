import type { ManifestField, ManifestOperation } from "@cadastre/client/manifest";
import { Command } from "commander";
import { type CommandSpec, kebab, type PositionalSpec } from "../commands/command-table.ts";
import { addCommonOptions, addKeyOption, addRemovalOptions, addWatchOptions } from "../commands/common-options.ts";
import { addedOperations, typeOf } from "../commands/operations.ts";

/** What is never a flag: others would see it in the list of processes. */
const SECRETS = new Set(["current_password", "new_password", "old_password", "password", "secret", "token"]);

/** Headers of a webhook are what people keep tokens in; of what SNMP devices are asked with, a few are needed: they come from a file. */
const FROM_FILES = new Set(["headers", "community", "auth_key", "priv_key"]);

/** A field that is given by a flag. */
export interface FieldFlag {
  readonly field: ManifestField;
  /** Without dashes. */
  readonly flag: string;
  /** Other names of it, which the help leaves out. */
  readonly aliases: readonly string[];
  readonly repeated: boolean;
  /** Kind of record that it is the id of. */
  readonly kind: string | undefined;
  /** The field that a value of digits alone is for. */
  readonly number?: string;
}

/** A field that is given without a flag, and the kind of record that it is the id of. */
export interface Positional extends PositionalSpec {
  readonly kind: string | undefined;
}

/** Fields with the number of what they name: a flag of the first takes digits alone for the second. */
const NUMBERS: Readonly<Record<string, string>> = { vlan: "vlan_id" };

/** How the fields of an operation are given. */
export interface InputSpec {
  readonly args: readonly Positional[];
  readonly flags: readonly FieldFlag[];
  readonly secrets: readonly ManifestField[];
  /** There are fields of a body, which may come from a file. */
  readonly hasBody: boolean;
}

export function inputOf(operation: ManifestOperation, spec: CommandSpec): InputSpec {
  const places: readonly PositionalSpec[] =
    spec.args ?? operation.fields.filter((field) => field.in === "path").map((field) => ({ field: field.name, label: labelOf(field) }));
  const args = places.map((place) => ({ ...place, kind: operation.fields.find(({ name }) => name === place.field)?.refersTo }));
  const hidden = new Set([...args.map(({ field }) => field), ...(spec.hidden ?? [])]);
  const others = operation.fields.filter(({ name }) => !hidden.has(name));
  return {
    args,
    secrets: others.filter(({ name }) => SECRETS.has(name)),
    flags: flagsOf(
      others.filter(({ name }) => !SECRETS.has(name) && !FROM_FILES.has(name)),
      spec,
      addedOperations().includes(operation),
    ),
    hasBody: operation.fields.some((field) => field.in === "body" && !args.some((arg) => arg.field === field.name)),
  };
}

const labelOf = ({ name, refersTo }: ManifestField): string =>
  name === "id" ? (refersTo ?? "record") : name.replace(/_id$/, "").replaceAll("_", "-");

/** Options of commands that no flag of a field may take. */
const RESERVED = reservedOptions();

function reservedOptions(): ReadonlySet<string> {
  const command = addKeyOption(addRemovalOptions(addWatchOptions(addCommonOptions(new Command())), true));
  return new Set([...command.options.map((option) => option.name()), "from", "help", "version"]);
}

/**
 * A flag for each field. A field whose short name is the name of another has its whole name. Fields of plugins may be named like an option
 * of all commands: the flag of a field `timeout` is `--field-timeout`.
 */
function flagsOf(fields: readonly ManifestField[], spec: CommandSpec, isAdded: boolean): readonly FieldFlag[] {
  const whole = new Set(fields.map(({ name }) => kebab(name)));
  const reserved = isAdded ? RESERVED : new Set<string>();
  const names = fields.map((field) => {
    const own = kebab(field.name);
    const short = spec.flags?.[field.name] ?? shortName(field, isRepeated(field));
    const flag = short !== own && whole.has(short) ? own : short;
    return reserved.has(flag) && spec.flags?.[field.name] === undefined ? `field-${own}` : flag;
  });
  const taken = new Set([...reserved, ...names]);
  return fields.map((field, index) => {
    const flag = names[index] as string;
    const repeated = isRepeated(field);
    const aliases = [kebab(field.name), ...(repeated ? [`${flag}s`] : [])].filter((name) => !taken.has(name));
    for (const name of aliases) taken.add(name);
    const number = NUMBERS[field.name];
    return { field, flag, aliases: [...new Set(aliases)], repeated, kind: field.refersTo, ...(number !== undefined && { number }) };
  });
}

function isRepeated({ type }: ManifestField): boolean {
  const { kind } = typeOf(type);
  return kind === "array" || kind === "map";
}

/** `datacenter_id` as `datacenter`, `tags` as `tag`, `is_active` as `active`. */
function shortName({ name }: ManifestField, repeated: boolean): string {
  const bare = name.replace(/^is_/, "").replace(/_ids?$/, "");
  if (name === "id" || bare === "") return kebab(name);
  // What the record of a resource is called stays whole: `resource_id` beside `resource`.
  if (bare === "resource") return kebab(name);
  return kebab(repeated ? bare.replace(/sses$/, "ss").replace(/(?<!s)s$/, "") : bare);
}

/** Flag that reads the secrets from standard input, without dashes. */
export const stdinFlag = ({ secrets }: Pick<InputSpec, "secrets">): string =>
  secrets.some(({ name }) => name === "secret") ? "secret-stdin" : secrets.length > 1 ? "secrets-stdin" : "password-stdin";

/** What standard input has, in the order of its lines. */
export const secretNames = ({ secrets }: Pick<InputSpec, "secrets">): string => secrets.map(({ name }) => spaced(name)).join(" and ");

export const spaced = (name: string): string => name.replaceAll("_", " ");
