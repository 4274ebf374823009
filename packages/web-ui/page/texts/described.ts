import type { Field } from "@cadastre/client";

/** Types of fields. */
export type FieldKind =
  | "text"
  | "name"
  | "integer"
  | "number"
  | "boolean"
  /** True or false, drawn as a checkbox. */
  | "flag"
  | "date"
  | "timestamp"
  | "choice"
  | "url"
  | "address"
  | "cidr"
  | "mac"
  | "tags"
  | "texts"
  | "map"
  | "secret"
  | "reference"
  | "references"
  | "objects";

/** A field of records: forms, lists and details are drawn from it. */
export interface DescribedField {
  /** Its name on the wire; of a custom field `fields.<name>`. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly required: boolean;
  /** Whether null is the value of an empty input; otherwise the empty text is, or the field is left out. */
  readonly nullable: boolean;
  readonly hint?: string | undefined;
  readonly choices?: readonly (string | number)[] | undefined;
  /** The choices with their texts, also that for none. */
  readonly options?: readonly { readonly value: string; readonly text: string }[] | undefined;
  /** The options before the choices; by default that for none, where it may be unset. */
  readonly unset?: readonly { readonly value: string; readonly text: string }[] | undefined;
  /** The type of the records that it refers to. */
  readonly refersTo?: string | undefined;
  /** Finds such records by a part of their texts; by default on the server. */
  readonly find?:
    | ((text: string, signal: AbortSignal) => Promise<readonly { readonly value: string; readonly text: string }[]>)
    | undefined;
  /** The path before the id in the address of the page of such a record. */
  readonly page?: string | undefined;
  /** Whether its text has several lines. */
  readonly long?: boolean | undefined;
}

/** The option of fields and filters for no record, or no value. */
export const NO_RECORD = { value: "none", text: "None" } as const;

/** A field of a form of the page. */
export const fieldOf = (name: string, label: string, more: Partial<DescribedField> = {}): DescribedField => ({
  name,
  kind: "text",
  label,
  required: false,
  nullable: false,
  ...more,
});

/** A field of a form, or a filter, with one of some values. */
export const choiceOf = (name: string, label: string, texts: Readonly<Record<string, string>>): DescribedField =>
  fieldOf(name, label, { kind: "choice", options: Object.entries(texts).map(([value, text]) => ({ value, text })) });

/** A custom field as a described one. */
export const describeCustom = ({ name, type, label, required, choices, description }: Field): DescribedField => ({
  name: `fields.${name}`,
  kind: type,
  label,
  required,
  nullable: true,
  hint: description || undefined,
  choices,
});

/** The value of a field of a record. */
export function valueIn({ name }: Pick<DescribedField, "name">, record: object): unknown {
  const values = record as Readonly<Record<string, unknown>>;
  const [, custom] = /^fields\.(.+)$/.exec(name) ?? [];
  return custom === undefined ? values[name] : (values["fields"] as Readonly<Record<string, unknown>> | undefined)?.[custom];
}

/** What an input holds: a text, or several. */
export type Typed = string | readonly string[];

const LISTS: ReadonlySet<FieldKind> = new Set(["tags", "references"]);
const MINUTE = "0000-00-00T00:00".length;

/** A value as its input holds it. */
export function typedOf({ kind }: DescribedField, value: unknown): Typed {
  if (LISTS.has(kind)) return Array.isArray(value) ? value.map(String) : [];
  if (value === null || value === undefined) return "";
  if (kind === "texts" && Array.isArray(value)) return value.join("\n");
  if (kind === "timestamp") return localMinute(new Date(value as string));
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value as string | number | boolean);
}

/** A time as an input of type `datetime-local` holds it. */
export const localMinute = (time: Date): string =>
  Number.isNaN(time.getTime()) ? "" : new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, MINUTE);

/**
 * The value of an input; undefined omits the field. An invalid text is sent unchanged: the service reports the problem.
 */
export function valueOfTyped({ kind, nullable, choices }: DescribedField, typed: Typed): unknown {
  if (typeof typed !== "string") return typed;
  const text = kind === "text" ? typed : typed.trim();
  if (kind === "texts") return lines(text);
  if (text.trim() === "" && kind !== "flag" && (kind !== "text" || text === ""))
    return nullable ? null : TEXTS.has(kind) || choices?.includes("") ? "" : undefined;
  switch (kind) {
    case "boolean":
    case "flag":
      return text === "true";
    case "integer":
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case "choice":
      return choices?.find((choice) => String(choice) === text) ?? text;
    case "timestamp":
      return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString();
    case "map":
    case "objects":
      return parsed(text);
    default:
      return text;
  }
}

/** Types for which an empty text is a valid value. */
const TEXTS: ReadonlySet<FieldKind> = new Set(["text", "name", "url", "address", "cidr", "mac"]);

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
