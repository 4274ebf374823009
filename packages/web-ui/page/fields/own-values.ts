import type { Device, Field } from "@cadastre/client";

/** Values of fields of one's own, by the names of these. */
export type OwnFields = Device["fields"];
type OwnValue = OwnFields[string];

/** What names of own fields begin with in a form, where none of a record's does, and in the parameters of a list. */
export const OWN_PREFIX = "field.";

/** Under which name of a form a field is typed. */
export const draftName = (name: string): string => OWN_PREFIX + name;

/** Fills the own fields of a form; with nothing for a new record. */
export function fillOwn(draft: Record<string, unknown>, fields: OwnFields = {}): void {
  for (const name of Object.keys(draft)) if (name.startsWith(OWN_PREFIX)) draft[name] = "";
  for (const [name, value] of Object.entries(fields)) draft[draftName(name)] = value === null ? "" : String(value);
}

/** What was typed, as values of their types; what is none goes as it is, for the service to say what is wrong with it. */
export function ownOf(draft: Readonly<Record<string, unknown>>, definitions: readonly Field[]): OwnFields {
  const types = new Map(definitions.map(({ name, type }) => [name, type]));
  const typed = Object.entries(draft).filter(([name]) => name.startsWith(OWN_PREFIX));
  return Object.fromEntries(
    typed.map(([name, text]) => {
      const own = name.slice(OWN_PREFIX.length);
      return [own, valueOf(typeof text === "string" ? text : "", types.get(own))];
    }),
  );
}

function valueOf(text: string, type: Field["type"] | undefined): OwnValue {
  if (type === "text" || type === undefined ? text === "" : text.trim() === "") return null;
  if (type === "boolean") return text === "true";
  return type === "number" && !Number.isNaN(Number(text)) ? Number(text) : type === "text" ? text : text.trim();
}

/** A value for people. */
export function ownText(value: OwnValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
