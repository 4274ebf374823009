import { type Cut, shorten } from "./shorten.ts";

/** A record, or as much of it as a result holds. */
export interface RecordPart {
  readonly record: unknown;
  /** Where the list field that was cut goes on, when the record has one at its top. */
  readonly next: { readonly field: string; readonly from: number } | undefined;
  readonly cuts: readonly Cut[];
}

/**
 * A record bounded to about `most` characters. The list field that was cut can be gone through in parts; the rest of the
 * record comes with each of them.
 *
 * @param at the part that is asked for; a field that is no list any more, or shorter by now, gives an empty one
 */
export function partOf(record: unknown, at: { readonly field: string; readonly from: number } | undefined, most: number): RecordPart {
  const asked = at === undefined ? record : withoutBeginning(record, at);
  const { value, cuts } = shorten(asked, most);
  const shifted = cuts.map((cut) => (cut.path === at?.field ? { ...cut, of: cut.of + at.from } : cut));
  const list = shifted.find(({ path }) => Array.isArray((value as Record<string, unknown>)[path]));
  if (list === undefined || (at !== undefined && list.path !== at.field)) return { record: value, next: undefined, cuts: shifted };
  return { record: value, next: { field: list.path, from: (at?.from ?? 0) + list.shown }, cuts: shifted };
}

function withoutBeginning(record: unknown, { field, from }: { readonly field: string; readonly from: number }): unknown {
  const list = (record as Record<string, unknown>)[field];
  return Array.isArray(list) ? { ...(record as object), [field]: list.slice(from) } : record;
}
