import { JsonList } from "../contract/operations/result.ts";

/** Records that are in memory already, as the answer of a list operation. */
export function listOfRecords<T>(records: readonly T[]): JsonList<T> {
  return new JsonList<T>(onePage(records.map((record) => JSON.stringify(record))));
}

async function* onePage(texts: readonly string[]): AsyncGenerator<readonly string[]> {
  if (texts.length > 0) yield texts;
}

/** Rows of a query as records, page by page. */
export function listOfRows<Row, T>(pages: AsyncIterable<readonly Row[]>, toRecord: (row: Row) => T): JsonList<T> {
  return new JsonList<T>(mapped(pages, toRecord));
}

async function* mapped<Row, T>(pages: AsyncIterable<readonly Row[]>, toRecord: (row: Row) => T): AsyncGenerator<readonly string[]> {
  for await (const page of pages) yield page.map((row) => JSON.stringify(toRecord(row)));
}
