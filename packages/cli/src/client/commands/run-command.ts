import type { ManifestOperation } from "@cadastre/client/manifest";
import { usageFailure } from "../../exit-codes.ts";
import { askNewSecret, askSecret, linesFromInput } from "../input/ask.ts";
import { type FieldFlag, type InputSpec, secretNames, spaced, stdinFlag } from "../input/field-flags.ts";
import { valueOf } from "../input/parse-value.ts";
import { pairsOf, typedFields } from "../input/own-fields.ts";
import { recordsFrom, type Values } from "../input/record-file.ts";
import { withIds } from "../input/references.ts";
import { canAsk, type Terminal } from "../terminal.ts";
import type { CommandSpec, PositionalSpec } from "./command-table.ts";
import { commandKindOf } from "./command-kinds.ts";
import { answerFields, asksFirst, operationOf, typeOf, removesMany } from "./operations.ts";
import { callAndWrite, type CommonOptions, forEachOf, inSession, type Session } from "./run-operation.ts";

/** What was given on the command line, by the names of commander. */
export type Given = CommonOptions & { readonly from?: string; readonly watch?: boolean } & Readonly<Record<string, unknown>>;

/** A command that is called. */
interface Invocation {
  readonly operation: ManifestOperation;
  readonly spec: CommandSpec;
  readonly input: InputSpec;
  readonly options: Given;
  /** Arguments in the order of input.args. */
  readonly given: readonly unknown[];
}

/** Runs the command of an operation. @throws CommandFailure, ReaderGone */
export async function runCommand(invocation: Invocation, terminal: Terminal): Promise<void> {
  const { operation, spec, options } = invocation;
  await inSession(
    options,
    terminal,
    async (session) => {
      const plan = await planOf(invocation, session);
      const run =
        commandKindOf(spec.kind)?.run ?? (options.watch === true ? (await import("./watching/watch-records.ts")).watchRecords : undefined);
      if (run === undefined) await perform(plan, spec, session);
      else await run(plan.operation, spec, plan.calls[0]?.values ?? {}, session, options);
    },
    { scans: spec.kind === "scan", reads: operation.method === "GET" && spec.audited !== true, permission: operation.access },
  );
}

async function perform({ operation, calls }: Plan, spec: CommandSpec, session: Session): Promise<void> {
  const { options } = session;
  if (options.dryRun === true && operation.dryRun !== "record")
    return await (await import("./dry-run.ts")).dryRun(operation, calls, session);
  if (asksFirst(operation, spec) && options.yes !== true) {
    const { confirmMany, confirmRemoval } = await import("./removal.ts");
    const values = calls.map((call) => call.values);
    await (removesMany(operation) ? confirmMany : confirmRemoval)(operation, values, session);
  }
  await forEachOf(
    [...calls.entries()],
    session,
    async ([index, { values, about }]) => {
      await callAndWrite(operation, spec, values, session, keyOf(options, index));
      if (operation.output.kind === "empty") session.note(`${spec.done ?? doneWord(operation)} ${about}`.trimEnd());
    },
    operation.access,
  );
}

/** The request key of a call: of several each has its own, which is the same when the command is given again. */
export function keyOf({ idempotencyKey: key }: CommonOptions, index: number): string | undefined {
  return key === undefined || index === 0 ? key : `${key}.${index}`;
}

/** What is to be called, and with which values: several times for several things. */
interface Plan {
  readonly operation: ManifestOperation;
  /** about: what the caller called the thing. */
  readonly calls: readonly { readonly values: Values; readonly about: string }[];
}

const doneWord = ({ name }: ManifestOperation): string => (name.startsWith("delete") ? "deleted" : "done");

/** @throws CommandFailure, CadastreError */
async function planOf({ operation, spec, input, options, given }: Invocation, session: Session): Promise<Plan> {
  const { terminal, client } = session;
  const targets = argumentsOf(input.args, given, options);
  if (spec.without !== undefined && targets[0]?.length === 0)
    return { operation: operationOf(spec.without), calls: [{ values: {}, about: "" }] };
  const missing = input.args.filter((arg, index) => arg.optional !== true && targets[index]?.length === 0);
  if (missing.length > 0)
    throw usageFailure(`${missing.map(({ label }) => `<${label}>`).join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`);
  const flags: Record<string, unknown> = {};
  for (const flag of input.flags) {
    const value = flagValue(flag, options);
    if (value === undefined) continue;
    if (flag.number !== undefined && typeof value === "string" && /^\d+$/.test(value)) flags[flag.number] = Number(value);
    else flags[flag.field.name] = value;
  }
  const readOnly = answerFields(operation).map(({ name }) => name);
  // Where nothing is sent in a body, `from` is a field like others: the first instant of a history.
  const path = input.hasBody ? options.from : undefined;
  const file = path === undefined ? undefined : await recordsFrom(path, operation.fields, readOnly, terminal);
  if (file?.isList === true && operation.method !== "POST")
    throw usageFailure("--from contains a list of records: this command updates one");
  const secrets = await secretsOf(input, options, file?.records[0] ?? {}, terminal);
  const things: { readonly ids: Values; readonly about: string }[] = [];
  const [first = []] = targets;
  for (const text of first.length > 0 ? first : [undefined]) {
    const ids: Record<string, unknown> = {};
    const about: string[] = [];
    for (const [index, arg] of input.args.entries()) {
      const value = index === 0 ? text : targets[index]?.[0];
      if (value === undefined) continue;
      ids[arg.field] = value;
      about.push(value);
    }
    things.push({ ids, about: about.join(" ") });
  }
  const named = things.flatMap(({ ids, about }) =>
    (file?.records ?? [{}]).map((record) => ({ values: { ...record, ...flags, ...secrets, ...ids }, about })),
  );
  const calls: { readonly values: Values; readonly about: string }[] = [];
  // One after the other, so that of several names the first that is wrong is told.
  for (const { values, about } of named) {
    const typed = flags["fields"] === undefined ? values : await typedFields(values, operation, client);
    const whole = { ...typed, ...(await commandKindOf(spec.kind)?.complete?.(operation, typed, session, options)) };
    checkComplete(operation, input, whole);
    calls.push({ values: await withIds(whole, operation.fields, client), about });
  }
  return { operation, calls };
}

/** The texts of each argument, wherever they were given. */
function argumentsOf(args: readonly PositionalSpec[], given: readonly unknown[], options: Given): readonly (readonly string[])[] {
  return args.map(({ label }, index) => {
    const texts = [given[index]].flat().filter((text) => typeof text === "string");
    if (texts.length > 0) return texts;
    const flag = options[camel(label)] ?? (index === 0 ? options["id"] : undefined);
    return typeof flag === "string" ? [flag] : [];
  });
}

function checkComplete(operation: ManifestOperation, { flags, secrets, hasBody }: InputSpec, values: Values): void {
  const missing = operation.fields.filter(({ name, required }) => required === true && values[name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => {
    const flag = flags.find(({ field }) => field.name === name)?.flag;
    const isSecret = secrets.some((secret) => secret.name === name);
    return `--${flag ?? (isSecret ? stdinFlag({ secrets }) : name)}`;
  });
  throw usageFailure(
    `${[...new Set(names)].join(" and ")} ${names.length === 1 ? "is" : "are"} ` +
      `required${hasBody ? ", as an option or in a file with --from" : ""}`,
  );
}

/** What whoever types it must know afterwards. */
const NEW_SECRETS = new Set(["new_password", "password"]);

/** Secrets of the file, of standard input, or of whoever sits there. */
async function secretsOf({ secrets }: InputSpec, options: Given, record: Values, terminal: Terminal): Promise<Values> {
  if (secrets.length === 0) return {};
  if (options[camel(stdinFlag({ secrets }))] === true) {
    if (options.from === "-") throw usageFailure("standard input cannot supply both the record and the secret: put the record into a file");
    const lines = await linesFromInput(secrets.length, secretNames({ secrets }), terminal);
    return Object.fromEntries(secrets.map(({ name }, index) => [name, lines[index]]));
  }
  const needed = secrets.filter(({ name, required }) => (required === true || secrets.length > 1) && record[name] === undefined);
  if (needed.length === 0 || !canAsk(terminal)) return {};
  const values: Record<string, string> = {};
  for (const { name } of needed) values[name] = await (NEW_SECRETS.has(name) ? askNewSecret : askSecret)(spaced(name), terminal);
  return values;
}

function flagValue({ flag, aliases, repeated, field }: FieldFlag, options: Given): unknown {
  const found = [flag, ...aliases].map((name) => options[camel(name)]).filter((value) => value !== undefined);
  if (found.length === 0) return undefined;
  if (!repeated) return found[0];
  const texts = found.flat();
  if (typeOf(field.type).kind === "map") return pairsOf(texts.map(String), flag);
  // An empty text clears a list.
  return texts.length === 1 && texts[0] === ""
    ? []
    : texts.map((text) => (typeof text === "string" ? valueOf(text, field.type, `--${flag}`) : text));
}

const camel = (flag: string): string => flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
