import { dateText } from "./date-text.ts";
import { labelOf } from "./field-labels.ts";
import { recordName } from "./known.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:]+(?:\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const REFERENCE = /_ids?$/;

/** A date without a time. */
export const dayText = (date: string): string => (DATE.test(date) ? new Date(`${date}T00:00`).toLocaleDateString() : date);

/** The name of a record, where only its id is known. */
export function referenceText(id: string): string {
  const name = recordName(id);
  return name === undefined ? "…" : (name ?? "(unknown)");
}

/**
 * Returns a value of a field for people.
 * @param name name of the field on the wire; the value of a field such as `datacenter_id` is the name of the record
 * @param none the text for no value
 */
export function valueText(name: string, value: unknown, none = "(empty)"): string {
  if (value === null || value === undefined || value === "") return none;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, none)).join(", ") || (none === "(empty)" ? "(none)" : none);
  if (typeof value === "object") return objectText(value as Readonly<Record<string, unknown>>);
  if (typeof value !== "string") return String(value as number);
  if (name.startsWith("fields.")) return value;
  if (ID.test(value) && REFERENCE.test(name)) return referenceText(value);
  return TIME.test(value) ? dateText(value) : value;
}

/** What an object is called, or else its fields. */
function objectText(value: Readonly<Record<string, unknown>>): string {
  const called = value["ip"] ?? value["name"] ?? value["subnet"];
  if (typeof called === "string") return called;
  return Object.entries(value)
    .map(([name, part]) => `${labelOf(name)}: ${valueText(name, part)}`)
    .join(", ");
}
