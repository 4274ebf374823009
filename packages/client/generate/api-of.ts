import { type AnyOperation, type JsonSchema, parametersOf } from "@cadastre/inventory-core";
import type { OperationSchemas, Schemas } from "./operation-schemas.ts";
import { comment, noteOf, objectType, typeOf } from "./typescript-of.ts";

/** The types of the client: records, inputs, and a method for each operation. */
export function apiOf({ operations, components }: Schemas): string {
  const groups = Map.groupBy(operations, ({ operation: { id } }) => id.slice(0, id.lastIndexOf(".")));
  return [
    `import type { CallOptions, GivenItems, RecordList, ServiceFile, Watched } from "../answers/answers.ts";`,
    "",
    ...Object.entries(components)
      .toSorted(byName)
      .flatMap(([name, schema]) => [...comment(noteOf(schema)), declared(name, schema), ""]),
    ...operations.flatMap(inputDeclaration),
    ...[...groups].flatMap(([group, members]) => [
      `/** The operations \`${group}.…\`. */`,
      `export interface ${groupName(group)} {`,
      ...members.flatMap(methodLines),
      "}",
      "",
    ]),
    "/** Every operation, by group and name. */",
    "export interface Operations {",
    ...[...groups.keys()].map((group) => `  readonly ${group}: ${groupName(group)};`),
    "}",
    "",
    "/** What each operation takes, by name of the field, and gives back. */",
    "export interface Calls {",
    ...operations.map(
      (member) => `  ${JSON.stringify(member.operation.id)}: { fields: ${fieldsOf(member)}; answer: ${answerOf(member)} };`,
    ),
    "}",
    "",
  ].join("\n");
}

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

function inputDeclaration(member: OperationSchemas): string[] {
  const inputs = inputsOf(member);
  if (inputs.length === 0) return [];
  const { id, summary } = member.operation;
  const schema = {
    properties: Object.fromEntries(inputs.map(({ name, schema: inner }) => [name, inner])),
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
  };
  return [
    `/** What \`${id}\` takes: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}. */`,
    `export interface ${nameOf(id)}Input ${objectType(schema)}`,
    "",
  ];
}

function methodLines(member: OperationSchemas): string[] {
  const { id, summary, description, http } = member.operation;
  const inputs = inputsOf(member);
  const parameters = parametersOf(http.path).map((name) => `${camel(name)}: string`);
  if (member.item !== undefined) parameters.push(`items: GivenItems<${typeOf(member.item)}>`);
  if (inputs.length > 0)
    parameters.push(
      `${http.method === "GET" || http.method === "DELETE" ? "filter" : "input"}${inputs.some(({ required }) => required) ? "" : "?"}: ` +
        `${nameOf(id)}Input`,
    );
  const text = [
    description === undefined ? `${summary}.` : `${summary}. ${description}`,
    "",
    `\`${http.method} ${http.path}\`, ${needs(member.operation)}.`,
  ].join("\n");
  return [
    ...comment(text, "  "),
    `  ${id.slice(id.lastIndexOf(".") + 1)}(${[...parameters, "options?: CallOptions"].join(", ")}): ${answerOf(member)};`,
  ];
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function needs({ access, alsoNeeds = [], self }: AnyOperation): string {
  if (access === "public") return "public";
  if (access === "authenticated") return "for any authenticated caller";
  const permissions = [access, ...alsoNeeds].map((name) => `\`${name}\``).join(" and ");
  return `needs ${permissions}${self === undefined ? "" : " unless for the own user"}`;
}

function answerOf({ operation: { output }, answer }: OperationSchemas): string {
  const type = answer === undefined ? "void" : typeOf(answer);
  if (output.kind === "file") return "Promise<ServiceFile>";
  if (output.kind === "list") return `RecordList<${type}>`;
  if (output.kind === "watch") return `Watched<${type}>`;
  return `Promise<${type}>`;
}

function fieldsOf(member: OperationSchemas): string {
  const path = parametersOf(member.operation.http.path).map((name) => `${name}: string`);
  const parts = [
    ...(path.length > 0 ? [`{ ${path.join("; ")} }`] : []),
    ...(member.item === undefined ? [] : [`{ items: GivenItems<${typeOf(member.item)}> }`]),
    ...(inputsOf(member).length > 0 ? [`${nameOf(member.operation.id)}Input`] : []),
  ];
  return parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
