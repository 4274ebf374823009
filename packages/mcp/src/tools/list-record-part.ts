import type { JsonListRecord, ListPosition } from "@cadastre/inventory-core/protocol";
import type { RecordPart } from "./record-part.ts";
import { shorten } from "./shorten.ts";

/**
 * The part of a record that is a list which a result of about `most` characters holds: one element at least. The record is left
 * where the part ends, so that memory holds no more than that; one with other fields is counted to its end.
 * @param at where the part begins; the beginning unless given
 */
export async function partOfList(record: JsonListRecord<unknown>, at: ListPosition | undefined, most: number): Promise<RecordPart> {
  const { field } = record;
  const from = at?.field === field ? at.from : 0;
  const texts: string[] = [];
  let isFull = false;
  let characters = field.length + 5;
  let index = 0;
  for await (const page of record.pages) {
    for (const text of page) {
      index += 1;
      if (index <= from) continue;
      characters += text.length + 1;
      isFull ||= texts.length > 0 && characters > most;
      if (isFull && record.others === undefined) return finished(field, texts, most, { field, from: from + texts.length });
      if (!isFull) texts.push(text);
    }
  }
  const part = finished(field, texts, most, isFull ? { field, from: from + texts.length } : undefined);
  if (record.others === undefined) return part;
  const cuts = isFull ? [{ path: `record.${field}`, shown: texts.length, of: index }] : [];
  return { ...part, record: { ...(part.record as object), ...record.others(index) }, cuts: [...cuts, ...part.cuts] };
}

/** Only an element that is alone can be longer than a result. */
function finished(field: string, texts: readonly string[], most: number, next: RecordPart["next"]): RecordPart {
  const elements = texts.map((text) => JSON.parse(text) as unknown);
  if (elements.length !== 1) return { record: { [field]: elements }, next, cuts: [] };
  const { value, cuts } = shorten(elements[0], most);
  return { record: { [field]: [value] }, next, cuts: cuts.map((cut) => ({ ...cut, path: `record.${field}[0].${cut.path}` })) };
}
