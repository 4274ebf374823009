import type { NamedField, RecordKind } from "../../contract/record-kind.ts";
import type { Queries, SqlFragment, SqlValue, TextSearch, TextSteps } from "../../contract/storage/storage.ts";
import { MAX_SORTED } from "../../storage/searching/ordered-records.ts";
import { textMatches } from "../../storage/searching/text-matches.ts";
import { hasOwnTexts } from "../record-table.ts";
import { UNINDEXED_KIND } from "./record-search.ts";

/** Shortest text that the text index answers, in code points. */
const MIN_INDEXED = 3;

const TABLE = "record_text";

/** Whether the search texts of a kind have the values of a field. */
const isSearched = ({ search, title }: RecordKind, { name }: NamedField): boolean =>
  search.includes(name) || (search.length > 0 && title === name);

/**
 * Ids of the records that may have a text in a field, by the text index; undefined where the index cannot tell, or where they are many.
 * It finds the text in other searched fields, too: the column has to be compared.
 * @param needle folded
 */
export async function recordsWithText(
  queries: Queries,
  text: TextSearch,
  kind: RecordKind,
  field: NamedField,
  needle: string,
): Promise<readonly string[] | undefined> {
  if (hasOwnTexts(kind) || !isSearched(kind, field) || [...needle].length < MIN_INDEXED || needle.includes("\u0000")) return undefined;
  const found = text.steps === undefined ? text.contains(TABLE, needle) : await foundInSteps(queries, text.steps, needle);
  if (found === undefined) return undefined;
  const rows = await queries.all<{ id: string }>(
    `select d.id from ${TABLE} d where d.${UNINDEXED_KIND} = ? and ${found.sql} limit ${MAX_SORTED + 1}`,
    [kind.name, ...found.params],
  );
  return rows.length > MAX_SORTED ? undefined : rows.map(({ id }) => id);
}

/** The condition that a record has a text, of any kind; undefined where many have it. */
async function foundInSteps(queries: Queries, steps: TextSteps, needle: string): Promise<SqlFragment | undefined> {
  const ask = async <Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> => await queries.all<Row>(sql, params);
  const found: number[] = [];
  for await (const seqs of textMatches({ ask, steps, table: TABLE, source: TABLE }, [needle])) {
    found.push(...seqs);
    if (found.length > MAX_SORTED) return undefined;
  }
  return { sql: "d.seq = any(?)", params: [found] };
}
