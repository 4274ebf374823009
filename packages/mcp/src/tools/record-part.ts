import { type Cut, shorten } from "./shorten.ts";

/** A record, or as much of it as a result holds. */
export interface RecordPart {
  readonly record: unknown;
  /** Where the list that was cut goes on, by the path of its field (`effects.records`); undefined for one within elements of lists. */
  readonly next: { readonly field: string; readonly from: number } | undefined;
  readonly cuts: readonly Cut[];
}

/**
 * A record bounded to about `most` characters. The list that was cut can be gone through in parts; the rest of the record comes
 * with each of them.
 *
 * @param at the part that is asked for; a field that is no list any more, or shorter by now, gives an empty one
 */
export function partOf(record: unknown, at: { readonly field: string; readonly from: number } | undefined, most: number): RecordPart {
  const asked = at === undefined ? record : withoutBeginning(record, at);
  const { value, cuts } = shorten(asked, most);
  const shifted = cuts.map((cut) => (cut.path === at?.field ? { ...cut, of: cut.of + at.from } : cut));
  const list = shifted.find(({ path }) => Array.isArray(valueAt(value, path.split("."))));
  if (list === undefined || (at !== undefined && list.path !== at.field)) return { record: value, next: undefined, cuts: shifted };
  return { record: value, next: { field: list.path, from: (at?.from ?? 0) + list.shown }, cuts: shifted };
}

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined
    ? value
    : typeof value === "object" && value !== null
      ? valueAt((value as Record<string, unknown>)[name], rest)
      : undefined;

function withoutBeginning(record: unknown, { field, from }: { readonly field: string; readonly from: number }): unknown {
  const path = field.split(".");
  const list = valueAt(record, path);
  return Array.isArray(list) ? replacedAt(record, path, list.slice(from)) : record;
}

/** A copy of a record with another value at a path that it has. */
function replacedAt(record: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const holder = record as Readonly<Record<string, unknown>>;
  return { ...holder, [name]: replacedAt(holder[name], rest, value) };
}
