/** A field that differs between two states of a record, as text. */
export interface ChangedField {
  /** Its name on the wire. */
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** Set by the service at each change. */
const OWN = new Set(["updated_at", "created_at", "id"]);

/** What differs between a record as it was read and as it is now, as text: for who edits it, while somebody else did. */
export function changedFields(was: object, is: object): readonly ChangedField[] {
  const before = was as Record<string, unknown>;
  return Object.entries(is as Record<string, unknown>)
    .filter(([name, value]) => !OWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name, value]) => ({ name, was: textOf(before[name]), is: textOf(value) }));
}

/** A value of a field as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  if (Array.isArray(value))
    return value.length === 0
      ? "(none)"
      : value.map((one: unknown) => (typeof one === "object" && one !== null && "ip" in one ? String(one.ip) : textOf(one))).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
