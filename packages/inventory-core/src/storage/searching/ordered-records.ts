import type { z } from "zod";
import type { OpenStorage, Queries, SqlValue } from "../../contract/storage/storage.ts";
import type { DocumentType } from "../document-type.ts";
import { textsByKey } from "../list-reading/rows-by-key.ts";
import { SeqSet } from "./seq-set.ts";

/** Records that one statement orders by name; more are put in order by going through all names. */
export const MAX_SORTED = 1000;

/** Rows that one statement goes through. */
export const ROWS_PER_STEP = 1000;

/** Documents that one statement reads. */
const DOCUMENTS_PER_STEP = 25;

/** Documents of a table, or of a subquery, whose records have a number (`seq`) and a name, with an index of each. */
export type NumberedDocuments = Pick<DocumentType<z.ZodObject>, "table" | "docSql" | "lengthSql" | "completion" | "currentAll"> & {
  /** What records are read from by their numbers; the table by default. */
  readonly byNumber?: string;
};

/** What records are read from by their numbers. */
export const byNumberOf = ({ table, byNumber = table }: NumberedDocuments): string => byNumber;

/** Makes one statement of a reader, unless its caller has gone. */
export type Ask = <Row>(sql: string, params: readonly SqlValue[]) => Promise<Row[]>;

/** @returns asks the storage; throws the reason of `signal` once it is aborted */
export function askOf({ read }: OpenStorage, signal: AbortSignal | undefined): Ask {
  return async (sql, params) => {
    signal?.throwIfAborted();
    return await read.all(sql, params);
  };
}

/** Rows that lead to records, in the order of a key of two columns. */
export interface NumberedRows {
  /** Rows with the columns `seq`, `k1` and `k2`, without its end: `order by` and `limit` follow. The last two parameters are a key. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly orderBy: string;
}

/** The numbers that rows lead to, from statements that go through a bounded number of rows each; the same may come again. */
export async function* numbersInSteps(ask: Ask, { sql, params, orderBy }: NumberedRows): AsyncGenerator<readonly number[], void> {
  for (let after: readonly [string, string] = ["", ""]; ;) {
    const rows = await ask<{ seq: number; k1: string; k2: string }>(`${sql} order by ${orderBy} limit ${ROWS_PER_STEP}`, [
      ...params,
      ...after,
    ]);
    if (rows.length > 0) yield rows.map(({ seq }) => seq);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return;
    after = [last.k1, last.k2];
  }
}

/** {@link numbersInSteps} as a set. */
export async function numbersOf(ask: Ask, rows: NumberedRows): Promise<SeqSet>;
/** The same; undefined where they are more than so many. */
export async function numbersOf(ask: Ask, rows: NumberedRows, most: number): Promise<SeqSet | undefined>;
export async function numbersOf(ask: Ask, rows: NumberedRows, most = Infinity): Promise<SeqSet | undefined> {
  const found = new SeqSet();
  for await (const seqs of numbersInSteps(ask, rows)) {
    for (const seq of seqs) found.add(seq);
    if (found.size > most) return undefined;
  }
  return found;
}

/**
 * Documents of any number of records, by name and id, in pages. Statements see different moments: a record that is renamed
 * meanwhile comes all the same, and once.
 * @param group is used up
 */
export async function* orderedPages(ask: Ask, documents: NumberedDocuments, group: SeqSet): AsyncGenerator<readonly string[], void> {
  if (group.size <= MAX_SORTED) {
    const rows =
      group.size === 0
        ? []
        : await ask<{ seq: number }>(`select seq from ${byNumberOf(documents)} where seq = any(?) order by name, id`, [[...group]]);
    return yield* numberedPages(
      ask,
      documents,
      rows.map(({ seq }) => seq),
    );
  }
  for await (const rows of namesInOrder(ask, documents)) {
    yield* numberedPages(
      ask,
      documents,
      rows.map(({ seq }) => seq).filter((seq) => group.delete(seq)),
    );
    if (group.size === 0) return;
  }
  // Renamed meanwhile, to where the walk had been already.
  yield* numberedPages(ask, documents, [...group]);
}

interface NamedRecord {
  readonly seq: number;
  readonly name: string;
  readonly id: string;
}

/** All records of a table by name and id, from the index of names. */
async function* namesInOrder(ask: Ask, { table }: NumberedDocuments): AsyncGenerator<readonly NamedRecord[]> {
  for (let after: Pick<NamedRecord, "name" | "id"> = { name: "", id: "" }; ;) {
    const rows = await ask<NamedRecord>(
      `select seq, name, id from ${table} where (name, id) > (?, ?) order by name, id limit ${ROWS_PER_STEP}`,
      [after.name, after.id],
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return;
    after = last;
  }
}

/** Documents of records in the order of their numbers as given, in pages. */
export async function* numberedPages(
  ask: Ask,
  documents: NumberedDocuments,
  seqs: readonly number[],
): AsyncGenerator<readonly string[], void> {
  const queries: Queries = { all: ask, get: async (sql, params = []) => (await ask<never>(sql, params))[0] };
  if (seqs.length === 0) return;
  const completion = await documents.completion(queries);
  const rows = { key: "seq", from: `${byNumberOf(documents)} t`, most: DOCUMENTS_PER_STEP, completion };
  yield* textsByKey(queries, documents, rows, seqs);
}
