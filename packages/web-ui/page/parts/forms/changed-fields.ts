import { valueText } from "../../texts/field-values.ts";

/** A field that differs between two states of a record, as text. */
export interface ChangedField {
  /** Its name on the wire. */
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** Set by the service at each change. */
const OWN = new Set(["updated_at", "created_at", "id"]);

/** Returns the fields that differ between two states of a record, as text; of a list of the same addresses, the fields of each. */
export function changedFields(was: object, is: object): readonly ChangedField[] {
  const before = flat(was);
  return Object.entries(flat(is))
    .filter(([name, value]) => !OWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(value))
    .flatMap(([name, value]) => {
      const pairs = sameAddresses(before[name], value);
      if (pairs === undefined) return [{ name, was: valueText(name, before[name]), is: valueText(name, value) }];
      return pairs.flatMap(([one, other]) =>
        changedFields(one, other).map((field) => ({ ...field, name: `${name} ${one.ip} ${field.name}` })),
      );
    });
}

/** A record with its custom fields next to the others, as `fields.<name>`. */
function flat(record: object): Record<string, unknown> {
  const { fields, ...rest } = record as { readonly fields?: object };
  if (typeof fields !== "object" || fields === null) return record as Record<string, unknown>;
  return { ...rest, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value as unknown])) };
}

const isEmpty = (text: string): boolean => text === "(empty)" || text === "(none)";

/** The fields that differ between two states of a record; of one that is created or deleted, all fields that have a value. */
export function fieldsBetween(before: object | null, after: object | null): readonly ChangedField[] {
  const none = Object.fromEntries(Object.keys(flat(before ?? {})).map((name) => [name, null]));
  return changedFields(before ?? {}, { ...none, ...flat(after ?? {}) }).filter((field) => !(isEmpty(field.was) && isEmpty(field.is)));
}

interface Held {
  readonly ip: string;
}

const areAddresses = (value: unknown): value is readonly Held[] =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === "object" && one !== null && "ip" in one);

/** The addresses of two lists, side by side; undefined unless both have the same in the same order. */
function sameAddresses(was: unknown, is: unknown): readonly (readonly [Held, Held])[] | undefined {
  if (!areAddresses(was) || !areAddresses(is) || was.length !== is.length) return undefined;
  const pairs = was.map((one, index) => [one, is[index] as Held] as const);
  return pairs.every(([one, other]) => one.ip === other.ip) ? pairs : undefined;
}
