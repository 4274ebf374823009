import { type AnyOperation, argumentNames, type JsonSchema, parametersOf } from "@cadastre/inventory-core";
import type { OperationSchemas, Schemas } from "./operation-schemas.ts";
import { comment, noteOf, objectType, typeOf } from "./typescript-of.ts";

/** What the interface that is written looks like where it differs between the library and the client. */
export interface Surface {
  /** Of the interface that has a member for each group, with its comment. */
  readonly name: string;
  readonly comment: string;
  readonly file: string;
  readonly watched: (type: string) => string;
  /** What the comment of a method ends with. */
  readonly place: (operation: AnyOperation) => string;
  /** Codes that a call may end with. */
  readonly errors: (operation: AnyOperation) => readonly string[];
}

/** The types of an interface: records, inputs, a method for each operation, and the errors of each. */
export function apiOf({ operations, components }: Schemas, surface: Surface): string {
  const groups = Map.groupBy(operations, ({ operation: { id } }) => id.slice(0, id.lastIndexOf(".")));
  return [
    ...Object.entries(components)
      .toSorted(byName)
      .flatMap(([name, schema]) => [...comment(noteOf(schema)), declared(name, schema), ""]),
    ...operations.flatMap(inputDeclarations),
    ...[...groups].flatMap(([group, members]) => [
      `/** The operations \`${group}.…\`. */`,
      `export interface ${groupName(group)} {`,
      ...members.flatMap((member) => methodLines(member, surface)),
      "}",
      "",
    ]),
    `/** ${surface.comment} */`,
    `export interface ${surface.name} {`,
    ...[...groups.keys()].flatMap((group) => [`  /** The operations \`${group}.…\`. */`, `  readonly ${group}: ${groupName(group)};`]),
    "}",
    "",
    "/** Codes of the errors that a call of each operation may end with. */",
    "export interface OperationErrors {",
    ...operations.map(({ operation }) => `  ${JSON.stringify(operation.id)}: ${union(surface.errors(operation))};`),
    "}",
    "",
  ].join("\n");
}

/** What each operation takes, by name of the field, and gives back. */
export function callsOf({ operations }: Schemas, surface: Surface): string {
  return [
    "/** What each operation takes, by name of the field, and gives back. */",
    "export interface Calls {",
    ...operations.map(
      (member) => `  ${JSON.stringify(member.operation.id)}: { fields: ${fieldsOf(member)}; answer: ${answerOf(member, surface)} };`,
    ),
    "}",
    "",
  ].join("\n");
}

const union = (codes: readonly string[]): string => codes.map((code) => JSON.stringify(code)).join(" | ");

function declared(name: string, schema: JsonSchema): string {
  return schema["properties"] === undefined ? `export type ${name} = ${typeOf(schema)};` : `export interface ${name} ${objectType(schema)}`;
}

/** `devices.create` as `DevicesCreate`. */
const nameOf = (id: string): string =>
  id
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

const groupName = (group: string): string => `${nameOf(group)}Operations`;

const inputsOf = ({ given }: OperationSchemas) => given.filter(({ in: where }) => where !== "path");

function inputDeclarations(member: OperationSchemas): string[] {
  const inputs = inputsOf(member);
  const { id, summary } = member.operation;
  const what = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const item = isNamed(member.item)
    ? []
    : [`/** One of the values that \`${id}\` takes: ${what}. */`, `export interface ${nameOf(id)}Item ${objectType(member.item)}`, ""];
  if (inputs.length === 0) return item;
  const schema = {
    properties: Object.fromEntries(inputs.map(({ name, schema: inner }) => [name, inner])),
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
  };
  return [...item, `/** What \`${id}\` takes: ${what}. */`, `export interface ${nameOf(id)}Input ${objectType(schema)}`, ""];
}

/** Whether a type needs no declaration of its own. */
function isNamed(schema: JsonSchema | undefined): schema is undefined {
  return schema?.["properties"] === undefined;
}

function itemsOf({ operation, item }: OperationSchemas): string | undefined {
  if (item === undefined) return undefined;
  return `GivenItems<${isNamed(item) ? typeOf(item) : `${nameOf(operation.id)}Item`}>`;
}

function methodLines(member: OperationSchemas, surface: Surface): string[] {
  const { operation } = member;
  const { id, summary, description, http, refersTo = {} } = operation;
  const inputs = inputsOf(member);
  const names = argumentNames(operation);
  const parameters = names.map((name) => `${name}: string`);
  const items = itemsOf(member);
  if (items !== undefined) parameters.push(`items: ${items}`);
  if (inputs.length > 0)
    parameters.push(
      `${http.method === "GET" || http.method === "DELETE" ? "filter" : "input"}${inputs.some(({ required }) => required) ? "" : "?"}: ` +
        `${nameOf(id)}Input`,
    );
  const text = [
    description === undefined ? `${summary}.` : `${summary}. ${description}`,
    "",
    `${surface.place(operation)}.`,
    ...parametersOf(http.path).map((name, index) => `@param ${names[index]} ${meaningOf(name, refersTo[name])}`),
    `@throws ${surface.errors(operation).join(", ")}`,
  ].join("\n");
  return [
    ...comment(text, "  "),
    `  ${id.slice(id.lastIndexOf(".") + 1)}(${[...parameters, "options?: CallOptions"].join(", ")}): ${answerOf(member, surface)};`,
  ];
}

/** What a parameter of a path is, in words. */
function meaningOf(name: string, kind: string | undefined): string {
  if (kind !== undefined) return `id of the ${name === "id" ? kind.replaceAll("-", " ") : name.replace(/_id$/, "").replaceAll("_", " ")}`;
  return name === "id" ? "its id" : `its ${name.replaceAll("_", " ")}`;
}

/** Which permission an operation needs. */
export function needs({ access, alsoNeeds = [], self }: AnyOperation): string {
  if (access === "public") return "public";
  if (access === "authenticated") return "for any authenticated caller";
  const permissions = [access, ...alsoNeeds].map((name) => `\`${name}\``).join(" and ");
  return `needs ${permissions}${self === undefined ? "" : " unless for the own user"}`;
}

function answerOf({ operation: { output }, answer }: OperationSchemas, surface: Surface): string {
  const type = answer === undefined ? "void" : typeOf(answer);
  if (output.kind === "file") return `Promise<${surface.file}>`;
  if (output.kind === "list") return `RecordList<${type}>`;
  if (output.kind === "watch") return surface.watched(type);
  return `Promise<${type}>`;
}

function fieldsOf(member: OperationSchemas): string {
  const path = parametersOf(member.operation.http.path).map((name) => `${name}: string`);
  const parts = [
    ...(path.length > 0 ? [`{ ${path.join("; ")} }`] : []),
    ...(member.item === undefined ? [] : [`{ items: ${itemsOf(member)} }`]),
    ...(inputsOf(member).length > 0 ? [`${nameOf(member.operation.id)}Input`] : []),
  ];
  return parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
