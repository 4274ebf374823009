/** A field that differs between two states of a record, as text. */
export interface ChangedField {
  /** Its name on the wire. */
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** Set by the service at each change. */
const OWN = new Set(["updated_at", "created_at", "id"]);

/** Names of records by their ids. */
export type Names = ReadonlyMap<unknown, string>;

/**
 * What differs between a record as it was read and as it is now, as text: for who edits it, while somebody else did. Where the same
 * addresses are held otherwise, it is what differs of each.
 * @param names of records, which are shown in place of their ids
 */
export function changedFields(was: object, is: object, names: Names = new Map()): readonly ChangedField[] {
  const before = was as Record<string, unknown>;
  const text = (value: unknown): string => names.get(value) ?? textOf(value);
  return Object.entries(is as Record<string, unknown>)
    .filter(([name, value]) => !OWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(value))
    .flatMap(([name, value]) => {
      const pairs = sameAddresses(before[name], value);
      if (pairs === undefined) return [{ name, was: text(before[name]), is: text(value) }];
      return pairs.flatMap(([one, other]) =>
        changedFields(one, other, names).map((field) => ({ ...field, name: `${name} ${one.ip} ${field.name}` })),
      );
    });
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

/** A value of a field as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length === 0
      ? "(none)"
      : value.map((one: unknown) => (typeof one === "object" && one !== null && "ip" in one ? String(one.ip) : textOf(one))).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
