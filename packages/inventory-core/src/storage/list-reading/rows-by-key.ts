import { TURN_BYTES, weighedSlices } from "../../background/in-slices.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Completion } from "../document-completion.ts";
import type { DocumentType } from "../document-type.ts";

/** Rows of a table that have a key and one text of any length. */
export interface KeyedRows {
  /** Name of the key, which is a column of alias `t`. */
  readonly key: string;
  /** What they are read from, with the alias `t`. */
  readonly from: string;
  /** Further columns. */
  readonly columns?: readonly string[];
  /** The text: its name in a row, what reads it, and what reads its bytes; `octet_length` by default. */
  readonly text: { readonly name: string; readonly sql: string; readonly length?: string | undefined };
  /** Rows that one statement reads at most. */
  readonly most: number;
}

type Key = string | number;

type Read = Readonly<Record<string, unknown>> & { readonly text_length?: number | string | null };

/**
 * Rows in the order of their keys, in slices whose texts have {@link TURN_BYTES} at most, or in one slice a row with a longer text. A
 * statement reads the short texts of many rows; long ones are read with their slice. Rows that are not there any more are left out.
 */
export async function* rowsByKey<Row extends object>(
  queries: Pick<Queries, "all">,
  { key, from, columns = [], text: { name, sql, length = `octet_length(${sql})` }, most }: KeyedRows,
  keys: readonly Key[],
): AsyncGenerator<readonly Row[], void> {
  const keyOf = (row: Read): string => String(row[key]);
  const read = async (wanted: readonly Key[], ...texts: readonly string[]): Promise<ReadonlyMap<string, Read>> => {
    const selected = [`t.${key}`, ...columns, ...texts].join(", ");
    const rows = await queries.all<Read>(`select ${selected} from ${from} where t.${key} = any(?)`, [wanted as readonly string[]]);
    return new Map(rows.map((row) => [keyOf(row), row]));
  };
  const lengthOf = (row: Read): number => Number(row.text_length ?? 0);
  for (let at = 0; at < keys.length; at += most) {
    const wanted = keys.slice(at, at + most);
    const shortest = Math.floor(TURN_BYTES / wanted.length);
    const isLong = (row: Read): boolean => lengthOf(row) > shortest;
    const rows = await read(wanted, `case when ${length} > ${shortest} then null else ${sql} end as ${name}`, `${length} as text_length`);
    const found = wanted.map((one) => rows.get(String(one))).filter((row) => row !== undefined);
    if (!found.some(isLong)) {
      yield found as readonly object[] as readonly Row[];
      continue;
    }
    for await (const slice of weighedSlices(found, { count: most, weight: TURN_BYTES, weightOf: lengthOf })) {
      const long = await read(
        slice.filter(isLong).map((row) => row[key] as Key),
        `${sql} as ${name}`,
      );
      const whole = slice.map((row) => (isLong(row) ? long.get(keyOf(row)) : row)).filter((row) => row !== undefined);
      yield whole as readonly object[] as readonly Row[];
    }
  }
}

/** What {@link textsByKey} reads documents by. */
export type KeyedDocuments = Pick<DocumentType<never>, "docSql" | "lengthSql" | "currentAll">;

/** Documents of records as the API returns them, in the order of their keys, in slices as those of {@link rowsByKey}. */
export async function* textsByKey(
  queries: Queries,
  documents: KeyedDocuments,
  { completion, ...rows }: Omit<KeyedRows, "columns" | "text"> & { readonly completion: Completion },
  keys: readonly Key[],
): AsyncGenerator<readonly string[], void> {
  const text = { name: "doc", sql: documents.docSql("t"), length: documents.lengthSql("t") };
  const found = rowsByKey<{ doc: string }>(queries, { ...rows, text }, keys);
  for await (const slice of found)
    yield await documents.currentAll(
      queries,
      slice.map(({ doc }) => doc),
      completion,
    );
}
