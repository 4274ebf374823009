import type { AnyOperation } from "@cadastre/inventory-core";
import {
  argumentNames,
  isOfLibrary,
  type JsonSchema,
  type OperationSchemas,
  parametersOf,
  type Schemas,
  sortableText,
} from "@cadastre/inventory-core/protocol";
import { type Components, comment, noteOf, objectType, typeOf } from "./typescript-of.ts";

/** What the interface that is written looks like where it differs between the library and the client. */
export interface Surface {
  /** Of the interface that has a member for each group, with its comment. */
  readonly name: string;
  readonly comment: string;
  readonly file: string;
  readonly watched: (type: string, operation: AnyOperation) => string;
  /** What the comment of a method ends with. */
  readonly place: (operation: AnyOperation) => string;
  /** Codes that a call may end with. */
  readonly errors: (operation: AnyOperation) => readonly string[];
}

/** Writes the types of an interface: records, inputs, a method for each operation, and the errors of each. */
export class ApiWriter {
  readonly #operations: readonly OperationSchemas[];
  readonly #components: Components;
  readonly #surface: Surface;
  readonly #events: Schemas["events"];
  /** Names of the types that bodies have, by their schemas: the values of a body of many may be those of a body of one. */
  readonly #inputs: ReadonlyMap<string, string>;

  constructor({ operations, components, events }: Schemas, surface: Surface) {
    this.#operations = operations;
    this.#events = events;
    this.#components = components;
    this.#surface = surface;
    this.#inputs = new Map(
      operations
        .filter((member) => member.item === undefined && inputsOf(member).length > 0)
        .map((member) => [shapeOf(inputSchema(member)), inputNameOf(member.operation)]),
    );
  }

  /** The whole interface. */
  types(): string {
    const groups = Map.groupBy(this.#operations, ({ operation: { id } }) => id.slice(0, id.lastIndexOf(".")));
    return [
      ...Object.entries(this.#components)
        .toSorted(byName)
        .flatMap(([name, schema]) => this.#component(name, schema)),
      ...this.#operations.flatMap((member) => this.#inputDeclarations(member)),
      ...[...groups].flatMap(([group, members]) => [
        `/** The operations \`${group}.…\`. */`,
        `export interface ${groupName(group)} {`,
        ...members.flatMap((member) => this.#method(member)),
        "}",
        "",
      ]),
      `/** ${this.#surface.comment} */`,
      `export interface ${this.#surface.name} {`,
      ...[...groups.keys()].flatMap((group) => [`  /** The operations \`${group}.…\`. */`, `  readonly ${group}: ${groupName(group)};`]),
      "}",
      "",
      "/** Codes of the errors that a call of each operation may end with. */",
      "export interface OperationErrors {",
      ...this.#operations.map(({ operation }) => `  ${JSON.stringify(operation.id)}: ${oneOf(this.#surface.errors(operation))};`),
      "}",
      "",
    ].join("\n");
  }

  /** What each operation takes, by name of the field, and gives back. */
  calls(): string {
    return [
      "/** What each operation takes, by name of the field, and gives back. */",
      "export interface Calls {",
      ...this.#operations.map(
        (member) =>
          `  ${JSON.stringify(member.operation.id)}: ` +
          `{ fields: ${this.#fields(member)}; answer: ${this.#answer(member)}${this.#dryRun(member)} };`,
      ),
      "}",
      "",
    ].join("\n");
  }

  /** The data of each event, by its name. */
  events(): string {
    return [
      "/** Events of the service by name, each with the type of its data. */",
      "export interface ServiceEventData {",
      ...[...this.#events]
        .toSorted(byName)
        .flatMap(([name, { description, data }]) => [...comment(description, "  "), `  ${JSON.stringify(name)}: ${this.#type(data)};`]),
      "}",
      "",
    ].join("\n");
  }

  #component(name: string, schema: JsonSchema): readonly string[] {
    const declared =
      schema["properties"] === undefined
        ? `export type ${name} = ${this.#type(schema)};`
        : `export interface ${name} ${objectType(schema, this.#components)}`;
    return [...comment(noteOf(schema, this.#components)), declared, ""];
  }

  #type(schema: JsonSchema): string {
    return typeOf(schema, this.#components);
  }

  #inputDeclarations(member: OperationSchemas): readonly string[] {
    const { id, summary } = member.operation;
    const what = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
    const item = member.item?.["properties"] === undefined || this.#inputs.has(shapeOf(member.item)) ? undefined : member.item;
    return [
      ...(item === undefined
        ? []
        : [
            `/** One of the values that \`${id}\` takes: ${what}. */`,
            `export interface ${nameOf(id)}Item ${objectType(item, this.#components)}`,
            "",
          ]),
      ...(inputsOf(member).length === 0
        ? []
        : [
            `/** What \`${id}\` takes${member.operation.key === undefined ? "" : " beside the key"}: ${what}. */`,
            `export interface ${inputNameOf(member.operation)} ${objectType(inputSchema(member), this.#components)}`,
            "",
          ]),
    ];
  }

  /** The type of the argument for a body of many. */
  #items({ operation, item }: OperationSchemas): string | undefined {
    if (item === undefined) return undefined;
    const own = item["properties"] === undefined ? this.#type(item) : `${nameOf(operation.id)}Item`;
    return `GivenItems<${this.#inputs.get(shapeOf(item)) ?? own}>`;
  }

  #method(member: OperationSchemas): readonly string[] {
    const { operation } = member;
    const { id, summary, description, http, paged, refersTo = {} } = operation;
    const inputs = inputsOf(member);
    const names = argumentNames(operation);
    const items = this.#items(member);
    const given = argumentOf(operation);
    const parameters = [
      ...names.map((name) => `${name}: string`),
      ...(items === undefined ? [] : [`items: ${items}`]),
      ...(operation.key === undefined ? [] : [`key: ${keyNameOf(operation)}`]),
      ...(inputs.length === 0 ? [] : [`${given}${inputs.some(({ required }) => required) ? "" : "?"}: ${inputNameOf(operation)}`]),
      `options?: ${isOfLibrary(operation) ? "KeyCallOptions" : "CallOptions"}`,
    ];
    const text = [
      description === undefined ? `${summary}.` : `${summary}. ${description}`,
      ...(paged === undefined ? [] : [`Read by page with \`page()\`; sorted by ${sortableText(paged)}.`]),
      "",
      `${this.#surface.place(operation)}.`,
      ...(isOfLibrary(operation) ? [`@param key ${KEY}`] : []),
      ...(operation.key === undefined ? [] : [`@param more ${MORE}`]),
      ...parametersOf(http.path).map((name, index) => `@param ${names[index]} ${meaningOf(name, refersTo[name])}`),
      `@throws ${this.#surface.errors(operation).join(", ")}`,
    ].join("\n");
    return [...comment(text, "  "), `  ${id.slice(id.lastIndexOf(".") + 1)}(${parameters.join(", ")}): ${this.#answer(member)};`];
  }

  #answer({ operation, answer }: OperationSchemas): string {
    const { output } = operation;
    const type = answer === undefined ? "void" : this.#type(answer);
    if (output.kind === "file") return `Promise<${this.#surface.file}>`;
    if (output.kind === "list") return `${operation.paged === undefined ? "RecordList" : "PagedRecordList"}<${type}>`;
    if (output.kind === "watch") return this.#surface.watched(type, operation);
    return `Promise<${type}>`;
  }

  /** What a dry run answers, where that is the record of the call. */
  #dryRun({ operation, answer }: OperationSchemas): string {
    return operation.dryRun === "record" && answer !== undefined ? `; dryRun: ${this.#type(answer)}` : "";
  }

  #fields(member: OperationSchemas): string {
    const path = parametersOf(member.operation.http.path).map((name) => `${name}: string`);
    const parts = [
      ...(path.length > 0 ? [`{ ${path.join("; ")} }`] : []),
      ...(member.item === undefined ? [] : [`{ items: ${this.#items(member)} }`]),
      ...(inputsOf(member).length > 0 ? [`${nameOf(member.operation.id)}Input`] : []),
    ];
    return parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
  }
}

const KEY = "the natural key; a reference that is left out, or null, means none";

const MORE = "the other fields of a new record; they are not compared with a record that exists";

/** Which permission an operation needs. */
export function needs({ access, alsoNeeds = [], self }: AnyOperation): string {
  if (access === "public") return "public";
  if (access === "authenticated") return "for any authenticated caller";
  const permissions = [access, ...alsoNeeds].map((name) => `\`${name}\``).join(" and ");
  return `needs ${permissions}${self === undefined ? "" : " unless for the own user"}`;
}

/** `devices.create` as `DevicesCreate`. */
const nameOf = (id: string): string =>
  id
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** The name of the type of a natural key: `DevicesKey`. */
const keyNameOf = ({ id }: AnyOperation): string => `${nameOf(id.slice(0, id.lastIndexOf(".")))}Key`;

/** The name of the type of the fields that an operation takes: `DevicesCreateInput`. */
const inputNameOf = (operation: AnyOperation): string =>
  isOfLibrary(operation) && operation.key === undefined ? keyNameOf(operation) : `${nameOf(operation.id)}Input`;

/** What the argument for the fields of an operation is called. */
function argumentOf(operation: AnyOperation): string {
  if (isOfLibrary(operation)) return operation.key === undefined ? "key" : "more";
  return operation.http.method === "GET" || operation.http.method === "DELETE" ? "filter" : "input";
}

const groupName = (group: string): string => `${nameOf(group)}Operations`;

/** The fields of the query or body of an operation; those of its natural key are an argument by themselves. */
const inputsOf = ({ given, operation: { key } }: OperationSchemas) =>
  given.filter(({ in: where, name }) => where !== "path" && !(key !== undefined && Object.hasOwn(key.shape, name)));

/** The fields of the query or body of an operation as one object. */
function inputSchema(member: OperationSchemas): JsonSchema {
  const inputs = inputsOf(member);
  return {
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** What two schemas have in common that are written as the same type. */
const shapeOf = ({ properties, required = [] }: JsonSchema): string => JSON.stringify([properties, required]);

const oneOf = (codes: readonly string[]): string => codes.map((code) => JSON.stringify(code)).join(" | ");

/** What a parameter of a path is, in words. */
function meaningOf(name: string, kind: string | undefined): string {
  if (kind !== undefined) return `id of the ${name === "id" ? kind.replaceAll("-", " ") : name.replace(/_id$/, "").replaceAll("_", " ")}`;
  return name === "id" ? "its id" : `its ${name.replaceAll("_", " ")}`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
