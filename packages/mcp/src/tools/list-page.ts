import type { JsonList } from "@cadastre/inventory-core";
import { mcpErrors } from "../mcp.errors.ts";
import { identityOf } from "./cursor.ts";
import { type Cut, shorten } from "./shorten.ts";

/** How much one result holds. */
export interface Bounds {
  readonly records: number;
  readonly characters: number;
}

/** A part of a list, as it was read. */
export interface ListPage {
  /** JSON texts of the records. */
  readonly texts: readonly string[];
  /** The last record's identity, when there are more. */
  readonly last: string | undefined;
}

/**
 * The records of a list after a given one, until the result is full. The list is read from its beginning in pages, of which
 * memory holds one, and left where the result ends. Each part is read anew, so it shows what is there now: records that came
 * before the place where it goes on are not seen, those that went are not missed, and none is shown twice unless it moved.
 *
 * @param after identity of the last record that was shown before; the beginning unless given
 * @throws MCP_LIST_CHANGED when that record is not in the list any more
 */
export async function readListPage(list: JsonList<unknown>, after: string | undefined, bounds: Bounds): Promise<ListPage> {
  const texts: string[] = [];
  let characters = 0;
  let skipping = after !== undefined;
  for await (const page of list.pages) {
    for (const text of page) {
      if (skipping) {
        skipping = identityOf(text) !== after;
        continue;
      }
      const full = texts.length === bounds.records || (texts.length > 0 && characters + text.length > bounds.characters);
      if (full) return { texts, last: identityOf(texts.at(-1) as string) };
      texts.push(text);
      characters += text.length;
    }
  }
  if (skipping) throw mcpErrors.MCP_LIST_CHANGED({});
  return { texts, last: undefined };
}

/** The records of a part. Only one that is alone can be longer than a result. */
export function itemsOf(
  { texts }: ListPage,
  { characters }: Bounds,
): { readonly items: readonly unknown[]; readonly cuts: readonly Cut[] } {
  const items = texts.map((text) => JSON.parse(text) as unknown);
  if (items.length !== 1) return { items, cuts: [] };
  const { value, cuts } = shorten(items[0], characters);
  return { items: [value], cuts: cuts.map((cut) => ({ ...cut, path: `items[0].${cut.path}` })) };
}
