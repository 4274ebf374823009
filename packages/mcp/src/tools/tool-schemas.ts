import type { AnyOperation } from "@cadastre/inventory-core";
import {
  isDestructive,
  showsChanges,
  type JsonSchema,
  objectOf,
  PAGE_PARAMETERS,
  parametersOf,
  REFERS_TO,
  DryRunReport,
  SchemaBook,
} from "@cadastre/inventory-core/protocol";
import type { z } from "zod";
import { mcpErrors } from "../mcp.errors.ts";
import { singular } from "./tool-name.ts";

/** A JSON Schema of an object, as tools declare their input and output. */
export interface ObjectSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, JsonSchema>;
  readonly required: string[];
}

/** Arguments of an operation by where they go. */
export interface Arguments {
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly body: readonly string[];
}

/** Keywords that are of no use to models. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([REFERS_TO]);

/** Keywords that say what is refused, and what is there anyway. */
const NOT_BRIEF: ReadonlySet<string> = new Set([
  ...FOR_PROGRAMS,
  "pattern",
  "examples",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "default",
]);

const CURSOR: JsonSchema = { type: "string", description: "next_cursor of an earlier result of the same call, to continue after it" };
const DRY_RUN: JsonSchema = {
  type: "boolean",
  default: false,
  description: "If true, nothing is changed and the result lists what the call would change",
};
const NEXT_CURSOR: JsonSchema = { type: "string", description: "More results: call again with the same arguments and this cursor" };

const CUT: JsonSchema = {
  type: "array",
  description: "What was omitted to keep the result short",
  items: {
    type: "object",
    properties: { path: { type: "string" }, shown: { type: "integer" }, of: { type: "integer" } },
    required: ["path", "shown", "of"],
    additionalProperties: false,
  },
};

/**
 * The parameters of a query that are arguments of a tool. The cursor of a tool goes on in lists, so that of HTTP is left out; core tools
 * are listed always, so they leave out `sort` too.
 */
function queryShapeOf(operation: AnyOperation): Readonly<Record<string, z.ZodType>> {
  const shape = (objectOf(operation.query)?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  if (operation.paged === undefined) return shape;
  const without = PAGE_PARAMETERS.filter((name) => name !== "limit" && !(name === "sort" && operation.core !== true));
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !without.some((other) => other === name)));
}

/** Whether an operation has a dry run. */
export const takesDryRun = (operation: AnyOperation): boolean => isDestructive(operation) || operation.dryRun !== undefined;

/** Which arguments an operation takes, and where each goes. @throws MCP_ARGUMENT_TAKEN */
export function argumentsOf(operation: AnyOperation): Arguments {
  const params = parametersOf(operation.http.path);
  const body = Object.keys(operation.body?.shape ?? {});
  // What the body may say as well, is said there.
  const query = Object.keys(queryShapeOf(operation)).filter((name) => !body.includes(name));
  const seen = new Set(["cursor", "dry_run"]);
  for (const argument of [...params, ...query, ...body]) {
    if (seen.has(argument)) throw mcpErrors.MCP_ARGUMENT_TAKEN({ operation: operation.id, argument });
    seen.add(argument);
  }
  return { params, query, body };
}

/**
 * What a tool takes: path, query and body in one object, the cursor of what may be long, `dry_run` where something may be lost. Ids say
 * what they are of ({@link REFERS_TO}), which is for us and not for the list.
 */
export function inputSchemaOf(operation: AnyOperation): ObjectSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const name of parametersOf(operation.http.path)) {
    const kind = operation.refersTo?.[name];
    properties[name] = {
      type: "string",
      description: describedParameter(name, operation.http.path),
      ...(kind === undefined ? {} : { [REFERS_TO]: kind }),
    };
    required.push(name);
  }
  for (const [name, field] of Object.entries(queryShapeOf(operation))) {
    properties[name] = standalone((book) => book.input(field));
    if (!field.safeParse(undefined).success) required.push(name);
  }
  // Its name says enough, in several of the tools that are always listed.
  if (operation.paged !== undefined && operation.core === true) delete properties["limit"]?.["description"];
  if (operation.body !== undefined) {
    const body = operation.body;
    const schema = standalone((book) => book.input(body)) as { properties?: Record<string, JsonSchema>; required?: string[] };
    Object.assign(properties, schema.properties);
    required.push(...new Set([...(schema.required ?? []), ...(operation.toolNeeds ?? [])]));
  }
  if (operation.output.kind !== "empty" && operation.http.method === "GET") properties["cursor"] = CURSOR;
  if (takesDryRun(operation)) properties["dry_run"] = DRY_RUN;
  return { type: "object", properties, required, additionalProperties: false };
}

/** `/api/networks/{id}/pools` has the id of a network. */
function describedParameter(name: string, path: string): string {
  const owner = new RegExp(`([a-z-]+)/\\{${name}\\}`).exec(path)?.[1];
  return name === "id" && owner !== undefined
    ? `Id of the ${singular(owner).replaceAll("-", " ")}`
    : `The ${name.replace(/_id$/, "'s id")}`;
}

/** What a tool answers in `structuredContent`. */
export function outputSchemaOf(operation: AnyOperation): ObjectSchema {
  const { output } = operation;
  const properties: Record<string, JsonSchema> = {};
  if (output.kind === "list") properties["items"] = { type: "array", items: answered(output.item) };
  else if (output.kind === "record") properties["record"] = answered(output.schema);
  else properties["done"] = { type: "boolean", const: true };
  const [answer = ""] = Object.keys(properties);
  if (operation.http.method === "GET") properties["next_cursor"] = NEXT_CURSOR;
  properties["cut"] = CUT;
  if (!showsChanges(operation)) return { type: "object", properties, required: [answer], additionalProperties: false };
  properties["would"] = DRY_RUN_REPORT;
  return {
    type: "object",
    properties,
    required: [],
    anyOf: [{ required: [answer] }, { required: ["would"] }],
    additionalProperties: false,
  };
}

/** What is answered, without what only helps to write it: it would be most of a list of tools. */
const answered = (schema: z.ZodType): JsonSchema =>
  standalone((book) => book.output(schema), new Set([...FOR_PROGRAMS, "pattern", "examples"]));

/** The same without descriptions: every tool that may lose something has it. */
const DRY_RUN_REPORT: JsonSchema = {
  ...standalone((book) => book.output(DryRunReport), new Set([...FOR_PROGRAMS, "description", "minimum", "maximum"])),
  description: "The changes that the call would make; all empty for none",
};

/** A schema with its components written out where they are referred to: clients hand tools on to models one by one. */
function standalone(convert: (book: SchemaBook) => JsonSchema, without: ReadonlySet<string> = new Set()): JsonSchema {
  const book = new SchemaBook();
  return writtenOut(convert(book), book.components, without) as JsonSchema;
}

/** A schema as it is listed in full. */
export const listedSchema = (schema: ObjectSchema): ObjectSchema => writtenOut(schema, {}, FOR_PROGRAMS) as ObjectSchema;

/** A schema as it is listed to be read by a model: what is wrong with a value is told when it is sent. */
export const briefSchema = (schema: ObjectSchema): ObjectSchema => shorter(writtenOut(schema, {}, NOT_BRIEF)) as ObjectSchema;

/** The same schema in fewer words: `type: ["string", "null"]` instead of `anyOf` with null, and no empty `required`. */
function shorter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorter);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, shorter(entry)] as const);
  const schema = Object.fromEntries(entries.filter(([key, entry]) => key !== "required" || !isEmptyList(entry))) as JsonSchema;
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, other] = anyOf as readonly JsonSchema[];
  const isNullable = typeof one?.["type"] === "string" && one["enum"] === undefined && other?.["type"] === "null";
  return isNullable ? { ...rest, ...one, type: [one["type"], "null"] } : schema;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function writtenOut(value: unknown, components: Readonly<Record<string, JsonSchema>>, without: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => writtenOut(entry, components, without));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  if (typeof $ref === "string")
    return { ...(writtenOut(components[$ref.slice($ref.lastIndexOf("/") + 1)], components, without) as JsonSchema), ...rest };
  // A keyword holds a text or a list; a field that is called like one holds a schema.
  const kept = Object.entries(value).filter(([key, entry]) => !without.has(key) || (typeof entry === "object" && !Array.isArray(entry)));
  return Object.fromEntries(kept.map(([key, entry]) => [key, writtenOut(entry, components, without)]));
}
