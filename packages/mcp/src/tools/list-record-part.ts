import type { JsonListRecord, ListPosition } from "@cadastre/inventory-core/protocol";
import { type Cut, shorten } from "./shorten.ts";

/** A part of a record that is a list, as it was read. */
export interface ListPart {
  readonly field: string;
  /** JSON texts of the elements. */
  readonly texts: readonly string[];
  /** Where the list goes on; undefined at its end. */
  readonly next: ListPosition | undefined;
  /** The number of all elements, and the other fields, of a record that has some. */
  readonly counted: { readonly of: number; readonly others: object } | undefined;
}

/**
 * The part of a record that is a list which a result of about `most` characters holds: one element at least. The record is left
 * where the part ends, so that memory holds no more than that; one with other fields is counted to its end.
 * @param at where the part begins; the beginning unless given
 */
export async function partOfList(record: JsonListRecord<unknown>, at: ListPosition | undefined, most: number): Promise<ListPart> {
  const { field, others } = record;
  const from = at?.field === field ? at.from : 0;
  const texts: string[] = [];
  let isFull = false;
  let characters = field.length + 5;
  let index = 0;
  const next = (): ListPosition => ({ field, from: from + texts.length });
  for await (const page of record.pages) {
    for (const text of page) {
      index += 1;
      if (index <= from) continue;
      characters += text.length + 1;
      isFull ||= texts.length > 0 && characters > most;
      if (isFull && others === undefined) return { field, texts, next: next(), counted: undefined };
      if (!isFull) texts.push(text);
    }
  }
  return { field, texts, next: isFull ? next() : undefined, counted: others && { of: index, others: others(index) } };
}

/** The record of a part. Only an element that is alone can be longer than a result. */
export function recordOf(
  { field, texts, next, counted }: ListPart,
  most: number,
): { readonly record: unknown; readonly cuts: readonly Cut[] } {
  const elements = texts.map((text) => JSON.parse(text) as unknown);
  const { value, cuts } = elements.length === 1 ? shorten(elements[0], most) : { value: undefined, cuts: [] };
  const record = { [field]: elements.length === 1 ? [value] : elements, ...counted?.others };
  const cut = counted === undefined || next === undefined ? [] : [{ path: `record.${field}`, shown: texts.length, of: counted.of }];
  return { record, cuts: [...cut, ...cuts.map((one) => ({ ...one, path: `record.${field}[0].${one.path}` }))] };
}
