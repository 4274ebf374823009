import type { JsonSchema } from "@cadastre/inventory-core/protocol";

/** Schemas that have names. */
export type Components = Readonly<Record<string, JsonSchema>>;

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** Writes a JSON Schema of the operations as a TypeScript type. Throws for a schema of a shape that it does not know. */
export function typeOf(schema: JsonSchema, components: Components, indent = ""): string {
  const { $ref, anyOf, oneOf, type } = schema as { $ref?: string; anyOf?: JsonSchema[]; oneOf?: JsonSchema[]; type?: string | string[] };
  if ($ref !== undefined) return nameIn($ref);
  const options = anyOf ?? oneOf;
  if (options !== undefined) return union(options.map((option) => typeOf(option, components, indent)));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, components, indent)));
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["enum"] !== undefined) return union((schema["enum"] as readonly unknown[]).map((value) => JSON.stringify(value)));
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      const items = typeOf(schema["items"] as JsonSchema, components, indent);
      return items.includes(" | ") && !items.startsWith("{") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return objectType(schema, components, indent);
    case undefined:
      return "unknown";
    default:
      throw new Error(`a schema of an unknown shape: ${JSON.stringify(schema)}`);
  }
}

/** Fields between braces, each with what the schema says of it. What need not be given may be undefined. */
export function objectType(schema: JsonSchema, components: Components, indent = ""): string {
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties === undefined) {
    const free = schema["additionalProperties"];
    return `Record<string, ${typeof free === "object" ? typeOf(free as JsonSchema, components, indent) : "unknown"}>`;
  }
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const type = typeOf(field, components, inner);
    return [
      ...comment(noteOf(field, components), inner),
      `${inner}${name}${required.has(name) ? "" : "?"}: ${type}${required.has(name) ? "" : " | undefined"};`,
    ];
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function descriptionOf(schema: JsonSchema, components: Components): string | undefined {
  const { description, $ref, anyOf, items } = schema as { description?: string; $ref?: string; anyOf?: JsonSchema[]; items?: JsonSchema };
  if (description !== undefined) return description;
  if ($ref !== undefined) return components[nameIn($ref)]?.["description"] as string | undefined;
  const [only, ...others] = (anyOf ?? []).filter((option) => option["type"] !== "null");
  if (only !== undefined && others.length === 0) return descriptionOf(only, components);
  return items === undefined ? undefined : descriptionOf(items, components);
}

/** A doc comment, or nothing. */
export function comment(text: string, indent = ""): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length === 1
    ? [`${indent}/** ${lines[0]} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** What a schema says of a value, with what is taken when it is not given. One that says nothing has the note of what it refers to. */
export function noteOf(schema: JsonSchema, components: Components): string {
  const { default: fallback } = schema as { default?: unknown };
  const description = descriptionOf(schema, components);
  const unless = fallback === undefined || fallback === "" ? "" : `\`${JSON.stringify(fallback)}\` unless given`;
  return [description ?? "", unless].filter((part) => part !== "").join(". ");
}

/** Of alternatives each once: a text that may also be one of some texts is a text. */
function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return (all.includes("string") ? all.filter((type) => !type.startsWith('"')) : all).join(" | ");
}
