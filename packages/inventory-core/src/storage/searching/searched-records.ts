import type { IndexedTable, SqlFragment } from "../../contract/storage/storage.ts";
import type { SearchTerms } from "../search-text.ts";
import type { Ask, NumberedDocuments } from "./ordered-records.ts";
import type { RecordCondition } from "./walked-records.ts";

/** Records that a search finds by something else than their search text: by an address, say. */
export interface FoundOtherwise {
  /** A statement for their ids. */
  readonly ids: SqlFragment;
  /** The same as numbers, from statements that look at a bounded number of rows each. A record may come more than once. */
  readonly inSteps: (ask: Ask) => AsyncIterable<readonly number[]>;
}

/** What a search looks for among the records of one table. */
export interface Searched {
  /** The table whose text index is searched. */
  readonly table: IndexedTable;
  /** Documents of the records; their table is the indexed one, or a part of it. */
  readonly documents: NumberedDocuments;
  readonly terms: SearchTerms;
  /** Those that come before all others, group by group. */
  readonly first: readonly FoundOtherwise[];
  /** Those that match beside the ones whose text does. */
  readonly others: readonly FoundOtherwise[];
  /** Whether one record is among {@link others}: holds where one of these does. */
  readonly conditions: readonly RecordCondition[];
}

/** Pages of documents. */
export type Pages = AsyncIterable<readonly string[]>;

/** A search in its two parts, of which the second is read after the first. */
export interface SearchParts {
  /** Documents of records whose address, subnet or name equals the text. */
  exact(): Pages;
  /** Documents of the other matches: names that begin with the text first, then the rest, each by name and id. */
  others(): Pages;
}

/** What a search finds, as a condition on one record of alias `t`. @param contains with a `?` for a text that must be in the search text */
export function searchedCondition({ terms, conditions }: Searched, contains: string): RecordCondition {
  const text = { sql: terms.match.map(() => contains).join(" and "), params: terms.match };
  const all: readonly RecordCondition[] = [text, ...conditions];
  return { sql: `(${all.map(({ sql }) => sql).join(" or ")})`, params: all.flatMap(({ params }) => params) };
}

/** Ids of what is found in several ways; nothing without one. */
export function unionOf(found: readonly FoundOtherwise[]): SqlFragment | undefined {
  if (found.length === 0) return undefined;
  return { sql: found.map(({ ids }) => ids.sql).join(" union "), params: found.flatMap(({ ids }) => ids.params) };
}
