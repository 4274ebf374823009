import type { JsonSchema } from "../contract/operations/json-schema.ts";
import { REFERS_TO } from "../contract/operations/reference.ts";
import type { ManifestType, ManifestField } from "./manifest-field.ts";

/** What is known of a value: its type, and whether null is one. */
interface Read {
  readonly type: ManifestType;
  readonly nullable: boolean;
}

/** A value as a field. */
export function fieldOf(name: string, required: boolean, given: JsonSchema, where?: "path" | "query" | "body"): ManifestField {
  const { type, nullable } = read(given);
  const { description, default: fallback, examples } = given;
  const refersTo = kindOf(given);
  return {
    name,
    ...(where === undefined ? {} : { in: where }),
    type,
    required,
    ...(nullable ? { nullable } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(typeof description === "string" ? { description } : {}),
    ...(Array.isArray(examples) ? { examples } : {}),
    ...(refersTo === undefined ? {} : { refersTo }),
  };
}

/** The kind of record that a value is the id of, or the values of a list are. */
function kindOf(schema: JsonSchema): string | undefined {
  const own = schema[REFERS_TO];
  if (typeof own === "string") return own;
  const inner = [...optionsOf(schema).filter((option) => option !== schema && option["type"] !== undefined), schema["items"]];
  for (const part of inner) {
    if (typeof part !== "object" || part === null) continue;
    const found = (part as JsonSchema)[REFERS_TO] ?? ((part as JsonSchema)["items"] as JsonSchema | undefined)?.[REFERS_TO];
    if (typeof found === "string") return found;
  }
  return undefined;
}

/** A schema with a name as a type that says what it is. */
export function namedTypeOf(schema: JsonSchema): ManifestType {
  const { type } = read(schema);
  const { description } = schema;
  const takes = type.kind === "object" || type.kind === "json" || type.kind === "enum" || type.kind === "string";
  return takes && typeof description === "string" ? { ...type, description } : type;
}

/** Reads a JSON Schema of the operations. Throws for one of a shape that it does not know. */
export function read(schema: JsonSchema): Read {
  const options = optionsOf(schema);
  const types = folded(options.filter(({ type }) => type !== "null").map(plainType));
  const [only] = types;
  const type: ManifestType = types.length === 1 && only !== undefined ? only : { kind: "json", oneOf: [...types] };
  return { type, nullable: options.some((option) => option["type"] === "null") };
}

function plainType(schema: JsonSchema): ManifestType {
  const { $ref } = schema;
  if (typeof $ref === "string") return { kind: "reference", name: $ref.slice($ref.lastIndexOf("/") + 1) };
  if (schema["const"] !== undefined) return enumOf([schema["const"]]);
  if (schema["enum"] !== undefined) return enumOf(schema["enum"] as readonly unknown[]);
  switch (schema["type"]) {
    case "string":
      return { kind: "string", ...picked(schema, ["format", "minLength", "maxLength"]) };
    case "integer":
    case "number":
      return { kind: schema["type"], ...bounds(schema) };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    case undefined:
      // A value of any type: what an event or the audit log holds of a record.
      return { kind: "json" };
    default:
      throw new Error(`a schema of an unknown shape: ${JSON.stringify(schema)}`);
  }
}

function arrayOf(schema: JsonSchema): ManifestType {
  const { type: items, nullable } = read(schema["items"] as JsonSchema);
  return { kind: "array", items, ...(nullable ? { holdsNull: true } : {}), ...picked(schema, ["minItems", "maxItems"]) };
}

function objectOf(schema: JsonSchema): ManifestType {
  const { properties, additionalProperties: free } = schema;
  if (properties === undefined) {
    const { type: values, nullable } =
      typeof free === "object" ? read(free as JsonSchema) : { type: { kind: "json" } as const, nullable: false };
    return { kind: "map", values, ...(nullable ? { holdsNull: true } : {}) };
  }
  const required = (schema["required"] ?? []) as readonly string[];
  return {
    kind: "object",
    fields: Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => fieldOf(name, required.includes(name), field)),
  };
}

/** The alternatives of a schema. */
function optionsOf(schema: JsonSchema): readonly JsonSchema[] {
  const listed = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonSchema[] | undefined;
  if (listed !== undefined) return listed.flatMap(optionsOf);
  return Array.isArray(schema["type"]) ? schema["type"].map((type: unknown) => ({ ...schema, type })) : [schema];
}

/** Alternatives that say the same in two ways, as a query has to: a text beside the list, the number or the time that it is. */
function folded(types: readonly ManifestType[]): readonly ManifestType[] {
  const [a, b] = types;
  if (types.length !== 2 || a === undefined || b === undefined) return types;
  const isText = ({ kind }: ManifestType): boolean => kind === "string";
  if (b.kind === "array" && isText(a) && isText(b.items)) return [{ ...b, single: true }];
  if (isText(a) && b.kind === "number") return [{ ...b, kind: "integer" }];
  if (a.kind === "enum" && a.values.length === 0 && isText(b)) return [b];
  return types;
}

function enumOf(values: readonly unknown[]): ManifestType {
  const texts = values.map(String);
  const named = texts.filter((text) => text !== "");
  return {
    kind: "enum",
    values: named,
    ...(named.length < texts.length ? { emptyAllowed: true } : {}),
    ...(values.every((value) => typeof value === "number") ? { numbers: true } : {}),
  };
}

/** Bounds that somebody set, not those of the numbers of JavaScript. */
function bounds(schema: JsonSchema): { minimum?: number; maximum?: number } {
  const { minimum, maximum } = schema;
  return {
    ...(typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? { minimum } : {}),
    ...(typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
  };
}

function picked<const Key extends string>(schema: JsonSchema, keys: readonly Key[]): { [K in Key]?: never } {
  return Object.fromEntries(keys.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])) as { [K in Key]?: never };
}
