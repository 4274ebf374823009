import type { ManifestField, ManifestOperation } from "@cadastre/client/manifest";
import { type CommandSpec, kebab, type PositionalSpec } from "../commands/command-table.ts";
import { typeOf } from "../commands/operations.ts";

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
}

/** A field that is given without a flag, and the kind of record that it is the id of. */
export interface Positional extends PositionalSpec {
  readonly kind: string | undefined;
}

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
    flags: others.filter(({ name }) => !SECRETS.has(name) && !FROM_FILES.has(name)).map((field) => flagOf(field, spec)),
    hasBody: operation.fields.some((field) => field.in === "body" && !args.some((arg) => arg.field === field.name)),
  };
}

const labelOf = ({ name, refersTo }: ManifestField): string =>
  name === "id" ? (refersTo ?? "record") : name.replace(/_id$/, "").replaceAll("_", "-");

function flagOf(field: ManifestField, spec: CommandSpec): FieldFlag {
  const { kind } = typeOf(field.type);
  const repeated = kind === "array" || kind === "map";
  const whole = kebab(field.name);
  const flag = spec.flags?.[field.name] ?? shortName(field, repeated);
  const aliases = [...new Set([whole, ...(repeated ? [`${flag}s`] : [])])].filter((name) => name !== flag);
  return { field, flag, aliases, repeated, kind: field.refersTo };
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
