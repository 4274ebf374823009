import type { ListPosition } from "@cadastre/inventory-core/protocol";
import { type Cut, shorten } from "./shorten.ts";

/** A record, or as much of it as a result holds. */
export interface RecordPart {
  readonly record: unknown;
  /** Where the list that was cut goes on, by the path of its field (`effects.records`); undefined for one within elements of lists. */
  readonly next: ListPosition | undefined;
  readonly cuts: readonly Cut[];
}

/**
 * A record bounded to about `most` characters. The list that was cut can be gone through in parts; the rest of the record comes
 * with each of them.
 *
 * @param at the part that is asked for; a field that is no list any more, or shorter by now, gives an empty one
 * @param lengths of lists that were read in part, from `at` on, by their paths
 */
export function partOf(
  record: unknown,
  at: ListPosition | undefined,
  most: number,
  lengths: ReadonlyMap<string, number> = new Map(),
): RecordPart {
  const asked = at === undefined || lengths.has(at.field) ? record : withoutBeginning(record, at);
  const { value, cuts: shortened } = shorten(asked, most);
  const listAt = (path: string): unknown => valueAt(value, path.split("."));
  const shownOf = (path: string): number => (listAt(path) as readonly unknown[]).length;
  const firstOf = (path: string): number => (path === at?.field ? at.from : 0);
  const read = [...lengths]
    .filter(([path, of]) => firstOf(path) + shownOf(path) < of)
    .map(([path, of]) => ({ path, shown: shownOf(path), of }));
  const others = shortened.filter(({ path }) => !lengths.has(path)).map((cut) => ({ ...cut, of: cut.of + firstOf(cut.path) }));
  const cuts = [...read, ...others];
  const list = cuts.find(({ path }) => Array.isArray(listAt(path)));
  if (list === undefined || (at !== undefined && list.path !== at.field)) return { record: value, next: undefined, cuts };
  return { record: value, next: { field: list.path, from: firstOf(list.path) + list.shown }, cuts };
}

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined
    ? value
    : typeof value === "object" && value !== null
      ? valueAt((value as Record<string, unknown>)[name], rest)
      : undefined;

function withoutBeginning(record: unknown, { field, from }: ListPosition): unknown {
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
