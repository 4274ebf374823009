import type { Manifest, ManifestField, ManifestOperation, ManifestType } from "../generated/api.ts";
import { identifierOf, keyOf } from "./names.ts";
import { comment, objectType, typeOf } from "./typescript-of.ts";

/** The types of a client: records, inputs, and a method for each operation. */
export function apiOf({ operations, records }: Manifest): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  return [
    ...Object.entries(records)
      .toSorted(byName)
      .flatMap(([name, type]) => [...declared(name, type), ""]),
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
    ...[...groups.keys()].map((group) => `  readonly ${keyOf(group)}: ${groupName(group)};`),
    "}",
    "",
    "/** What each operation takes, by name of the field, and gives back. */",
    "export interface Calls {",
    ...operations.map(
      (operation) =>
        `  ${JSON.stringify(operation.id)}: { fields: ${fieldsOf(operation)}; answer: ${answerOf(operation)}${dryRunOf(operation)} };`,
    ),
    "}",
    "",
  ].join("\n");
}

function declared(name: string, type: ManifestType): string[] {
  const about = comment(("description" in type ? type.description : undefined) ?? "");
  return type.kind === "object"
    ? [...about, `export interface ${identifierOf(name)} ${typeOf(type)}`]
    : [...about, `export type ${identifierOf(name)} = ${typeOf(type)};`];
}

/** `devices.create` as `DevicesCreate`. */
const nameOf = (id: string): string =>
  identifierOf(
    id
      .split(".")
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join(""),
  );

const groupName = (group: string): string => `${nameOf(group)}Operations`;

const namesInPath = ({ fields }: ManifestOperation): readonly string[] =>
  fields.filter((field) => field.in === "path").map(({ name }) => name);

const inputsOf = ({ fields }: ManifestOperation): readonly ManifestField[] => fields.filter((field) => field.in !== "path");

function inputDeclaration(operation: ManifestOperation): string[] {
  const inputs = inputsOf(operation);
  if (inputs.length === 0) return [];
  const { id, summary } = operation;
  return [
    `/** What \`${id}\` takes: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}. */`,
    `export interface ${nameOf(id)}Input ${objectType(inputs)}`,
    "",
  ];
}

function methodLines(operation: ManifestOperation): string[] {
  const { id, name, summary, description, method, path, items } = operation;
  const inputs = inputsOf(operation);
  const parameters = namesInPath(operation).map((parameter) => `${identifierOf(camel(parameter))}: string`);
  if (items !== undefined) parameters.push(`items: GivenItems<${typeOf(items.type)}>`);
  if (inputs.length > 0)
    parameters.push(
      `${method === "GET" || method === "DELETE" ? "filter" : "input"}${inputs.some(({ required }) => required) ? "" : "?"}: ` +
        `${nameOf(id)}Input`,
    );
  const text = [
    description === undefined ? `${summary}.` : `${summary}. ${description}`,
    "",
    `\`${method} ${path}\`, ${needs(operation)}.`,
  ].join("\n");
  return [...comment(text, "  "), `  ${keyOf(name)}(${[...parameters, "options?: CallOptions"].join(", ")}): ${answerOf(operation)};`];
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function needs({ access, alsoNeeds, self }: ManifestOperation): string {
  if (access === "public") return "public";
  if (access === "authenticated") return "for any authenticated caller";
  const permissions = [access, ...alsoNeeds].map((name) => `\`${name}\``).join(" and ");
  return `needs ${permissions}${self === undefined ? "" : " unless for the own user"}`;
}

function answerOf({ output }: ManifestOperation): string {
  switch (output.kind) {
    case "file":
      return "Promise<ServiceFile>";
    case "empty":
      return "Promise<void>";
    case "list":
      return `${output.sortable === undefined ? "RecordList" : "PagedRecordList"}<${typeOf(output.type)}>`;
    case "watch":
      return `Watched<${typeOf(output.type)}>`;
    case "record":
      return `Promise<${typeOf(output.type)}>`;
  }
}

/** What a dry run answers, where that is the record of the call. */
const dryRunOf = ({ output, dryRun }: ManifestOperation): string =>
  dryRun === "record" && output.kind === "record" ? `; dryRun: ${typeOf(output.type)}` : "";

function fieldsOf(operation: ManifestOperation): string {
  const { id, items } = operation;
  const path = namesInPath(operation).map((name) => `${keyOf(name)}: string`);
  const parts = [
    ...(path.length > 0 ? [`{ ${path.join("; ")} }`] : []),
    ...(items === undefined ? [] : [`{ items: GivenItems<${typeOf(items.type)}> }`]),
    ...(inputsOf(operation).length > 0 ? [`${nameOf(id)}Input`] : []),
  ];
  return parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
