import type { OpenApiDocument } from "../../src/index.ts";

type Json = Record<string, unknown>;

/** Types that oapi-codegen writes of itself. */
const TYPES_OF_GO = ["Client", "ClientInterface", "ClientOption", "ClientWithResponses", "ClientWithResponsesInterface", "HttpRequestDoer"];

/** Types of each operation. */
const TYPES_OF_OPERATIONS = ["Params", "Body", "JSONBody", "JSONRequestBody", "Response"];

/** What openapi-python-client sends; it leaves out operations with another body. */
const SENT = /^(?:application\/(?:json|octet-stream|x-www-form-urlencoded)|[^;]+\+json|multipart\/form-data)$/;

/** What openapi-python-client reads; it leaves out answers of another type. */
const READ = /^(?:application\/(?:json|octet-stream)|[^;]+\+json|text\/[^;]+)(?:;.*)?$/;

/** Generators write names as their languages do, so that names which differ in case and punctuation alone become one. */
const folded = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const optionsOf = (schema: Json): readonly Json[] => [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
const isNull = (schema: Json): boolean => schema["type"] === "null";

/** Names that become one. */
function sames(names: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  return names.flatMap((name) => {
    const before = first.get(folded(name));
    if (before === undefined) first.set(folded(name), name);
    return before === undefined ? [] : [`${before} and ${name}`];
  });
}

/**
 * What oapi-codegen refuses in a document, and what openapi-python-client leaves out of a client: types of one name, unions that contain
 * themselves, and shapes that they do not read. The trial `generated-clients` runs both.
 */
export function generatorProblems(document: Pick<OpenApiDocument, "paths" | "components">): readonly string[] {
  return new Problems().of(document);
}

class Problems {
  readonly #found: string[] = [];
  /** Where each type comes from, by its folded name. */
  readonly #types = new Map<string, string>(TYPES_OF_GO.map((name) => [folded(name), "the client itself"]));

  of({ paths, components }: Pick<OpenApiDocument, "paths" | "components">): readonly string[] {
    for (const kind of ["schemas", "responses", "parameters"])
      for (const name of Object.keys(jsonOf(components[kind]))) this.#type(name, `${kind}/${name}`);
    for (const [name, schema] of Object.entries(components.schemas)) this.#inside(schema, [name]);
    for (const [name, response] of Object.entries(jsonOf(components["responses"]))) this.#content(jsonOf(response), [name], READ);
    for (const [name, parameter] of Object.entries(jsonOf(components["parameters"])))
      this.#inside(jsonOf(jsonOf(parameter)["schema"]), [name]);
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) this.#operation(operation);
    this.#circles(components.schemas);
    return this.#found;
  }

  #type(name: string, from: string): void {
    const before = this.#types.get(folded(name));
    if (before === undefined) this.#types.set(folded(name), from);
    else this.#found.push(`the type ${name} is of ${before} and of ${from}`);
  }

  #operation(operation: Json): void {
    const id = operation["operationId"] as string;
    for (const suffix of TYPES_OF_OPERATIONS) this.#type(`${id}.${suffix}`, `operation ${id}`);
    for (const parameter of listOf(operation["parameters"]))
      if (typeof parameter["name"] === "string") this.#schema(jsonOf(parameter["schema"]), [id, "Params", parameter["name"]]);
    this.#content(jsonOf(operation["requestBody"]), [id, "JSONBody"], SENT);
    for (const [status, response] of Object.entries(jsonOf(operation["responses"])))
      this.#content(jsonOf(response), [id, `Response${status}`], READ);
  }

  #content(message: Json, path: readonly string[], known: RegExp): void {
    const content = Object.entries(jsonOf(message["content"]));
    for (const [mediaType] of content)
      if (!known.test(mediaType)) this.#found.push(`${path.join(".")} has the unknown media type ${mediaType}`);
    // Of several media types, clients take the first.
    if (content[0] !== undefined) this.#inside(jsonOf(jsonOf(content[0][1])["schema"]), path);
  }

  /** A schema without a name: its type is named by the path to it. */
  #schema(schema: Json, path: readonly string[]): void {
    const makesType = schema["enum"] !== undefined || schema["properties"] !== undefined;
    if (makesType) this.#type(path.join("."), path.join("."));
    this.#inside(schema, path);
  }

  #inside(schema: Json, path: readonly string[]): void {
    const at = path.join(".");
    const { properties, items, additionalProperties } = schema;
    if (schema["type"] === "array" && items === undefined && schema["prefixItems"] === undefined)
      this.#found.push(`${at} is a list of nothing known`);
    if (isJson(items)) this.#schema(items, items["enum"] === undefined ? [...path, "Item"] : path);
    if (isJson(additionalProperties)) this.#schema(additionalProperties, [...path, "AdditionalProperties"]);
    for (const pair of sames(Object.keys(jsonOf(properties)))) this.#found.push(`fields of ${at} have one name: ${pair}`);
    for (const [name, property] of Object.entries(jsonOf(properties))) this.#schema(jsonOf(property), [...path, name]);
    for (const [index, option] of optionsOf(schema).entries()) if (!isNull(option)) this.#schema(option, [...path, String(index)]);
    for (const part of listOf(schema["allOf"])) this.#inside(part, path);
    if (Array.isArray(schema["enum"])) this.#values(schema["enum"], at);
  }

  #values(values: readonly unknown[], at: string): void {
    const given = values.filter((value) => value !== null);
    if (new Set(given.map((value) => typeof value)).size > 1) this.#found.push(`values of ${at} are of several types`);
    for (const pair of sames(given.filter((value) => typeof value === "string")))
      this.#found.push(`values of ${at} have one name: ${pair}`);
  }

  /** A union is made when all in it is known; only objects with a name wait. */
  #circles(schemas: Readonly<Record<string, Json>>): void {
    const waits = (name: string): boolean => schemas[name]?.["type"] === "object";
    const next = new Map(
      Object.entries(schemas)
        .filter(([name]) => !waits(name))
        .map(([name, schema]) => [name, referredIn(schema).filter((other) => !waits(other))]),
    );
    for (const name of next.keys()) {
      const reached = new Set<string>();
      const open = [...(next.get(name) ?? [])];
      for (let one = open.pop(); one !== undefined; one = open.pop()) {
        if (reached.has(one)) continue;
        reached.add(one);
        open.push(...(next.get(one) ?? []));
      }
      if (reached.has(name)) this.#found.push(`${name} contains itself and is no object`);
    }
  }
}

/** Names of the schemas that a value refers to. */
function referredIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referredIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner.slice(inner.lastIndexOf("/") + 1)] : referredIn(inner),
  );
}
