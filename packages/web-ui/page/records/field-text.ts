import type { ManifestType, Manifest, ManifestField } from "@cadastre/client";
import { dateText } from "../parts/date-text.ts";
import { typeOf } from "./resource.ts";

/** A value for people. */
export function shownValue({ name, type }: ManifestField, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => shownValue({ name, type, required: true }, item)).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value as number | string);
  return name.endsWith("_at") && !Number.isNaN(Date.parse(text)) ? dateText(text) : text;
}

/** How a field is typed: chosen, written in a line or in several, one entry in each, or as JSON. */
export type Input = "choice" | "line" | "lines" | "number" | "json";

export function inputOf(manifest: Manifest, declared: ManifestType): Input {
  const type = typeOf(manifest, declared);
  switch (type.kind) {
    case "boolean":
    case "enum":
      return "choice";
    case "integer":
    case "number":
      return "number";
    case "string":
      return (type.maxLength ?? 0) > LONG ? "lines" : "line";
    case "array":
      return isText(typeOf(manifest, type.items)) ? "lines" : "json";
    default:
      return "json";
  }
}

/** Characters from which a text is written in several lines. */
const LONG = 500;

const isText = ({ kind }: ManifestType): boolean => kind === "string" || kind === "enum";

/** What is chosen from, by value; the empty one is none. */
export function choicesOf(manifest: Manifest, field: ManifestField): readonly { readonly value: string; readonly text: string }[] {
  const type = typeOf(manifest, field.type);
  const values = type.kind === "enum" ? type.values : ["true", "false"];
  const isOptional = !field.required || field.nullable === true || (type.kind === "enum" && type.emptyAllowed === true);
  const texts: Readonly<Record<string, string>> = type.kind === "boolean" ? { true: "yes", false: "no" } : {};
  return [...(isOptional ? [{ value: "", text: "–" }] : []), ...values.map((value) => ({ value, text: texts[value] ?? value }))];
}

/** A value as it is typed. */
export function typedText(manifest: Manifest, field: ManifestField, value: unknown): string {
  if (value === null || value === undefined) return "";
  const input = inputOf(manifest, field.type);
  if (input === "json") return JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join("\n") : String(value as boolean | number | string);
}

/**
 * The value that a text stands for; undefined leaves the field out. What is no number and no JSON is sent as it is: the service says
 * what is wrong with it.
 */
export function typedValue(manifest: Manifest, field: ManifestField, text: string): unknown {
  const type = typeOf(manifest, field.type);
  if (type.kind === "array" && inputOf(manifest, field.type) === "lines")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (type.kind === "string" || (type.kind === "enum" && type.emptyAllowed === true))
    return text === "" && field.nullable === true ? null : text;
  if (text.trim() === "") return field.nullable === true ? null : undefined;
  switch (type.kind) {
    case "boolean":
      return text === "true";
    case "integer":
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case "enum":
      return text;
    default:
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
  }
}
