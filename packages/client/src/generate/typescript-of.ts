import type { ManifestType, ManifestField } from "../generated/api.ts";
import { identifierOf, keyOf } from "./names.ts";

/** Writes the type of a value as TypeScript. */
export function typeOf(type: ManifestType, indent = ""): string {
  switch (type.kind) {
    case "string":
    case "boolean":
      return type.kind;
    case "enum":
      if (type.numbers === true) return union(type.values);
      return union([...type.values, ...(type.emptyAllowed === true ? [""] : [])].map((value) => JSON.stringify(value)));
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(type.items, indent);
      if (type.single === true) return `${item} | ${item}[]`;
      const items = type.holdsNull === true ? `${item} | null` : item;
      return items.includes(" | ") && !items.startsWith("{") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return objectType(type.fields, indent);
    case "reference":
      return identifierOf(type.name);
    case "map":
      return `Record<string, ${typeOf(type.values, indent)}${type.holdsNull === true ? " | null" : ""}>`;
    case "json":
      return type.oneOf === undefined ? "unknown" : union(type.oneOf.map((one) => typeOf(one, indent)));
  }
}

/** Fields between braces, each with what is said of it. What need not be given may be undefined. */
export function objectType(fields: readonly ManifestField[], indent = ""): string {
  const inner = `${indent}  `;
  const lines = fields.flatMap((field) => {
    const { name, required, nullable = false } = field;
    const type = union([typeOf(field.type, inner), ...(nullable ? ["null"] : [])]);
    return [...comment(noteOf(field), inner), `${inner}${keyOf(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`];
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** A doc comment, or nothing. */
export function comment(text: string, indent = ""): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length === 1
    ? [`${indent}/** ${lines[0]} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** What is said of a value, with what is taken when it is not given. */
function noteOf({ description, default: fallback }: ManifestField): string {
  const unless = fallback === undefined || fallback === "" ? "" : `\`${JSON.stringify(fallback)}\` unless given`;
  return [description ?? "", unless].filter((part) => part !== "").join(". ");
}

/** Of alternatives each once: a text that may also be one of some texts is a text. */
function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return (all.includes("string") ? all.filter((type) => !type.startsWith('"')) : all).join(" | ");
}
