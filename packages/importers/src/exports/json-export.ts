import { importTypes } from "@cadastre/inventory-core/exchange";
import { sectionOf } from "../json/sections.ts";
import { type ExportOptions, type ExportRecords, recordsOf } from "./export-records.ts";

/** Records of a type as a JSON array, one a line. */
export async function* jsonList(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[";
  for await (const record of records) {
    yield `${separator}\n${JSON.stringify(record)}`;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "\n]";
}

/** The same with its line end. */
export async function* jsonExport(records: ExportRecords, type: string, options: ExportOptions = {}): AsyncGenerator<string> {
  yield* jsonList(recordsOf(records, options, type));
  yield "\n";
}

/** Everything as one JSON object of lists, in the order in which an import may refer back. */
export async function* jsonDocument(records: ExportRecords, options: ExportOptions = {}): AsyncGenerator<string> {
  const { names } = importTypes((options.declared ?? []).map(({ kind }) => kind));
  for (const [index, type] of names.entries()) {
    yield `${index === 0 ? "{" : ","}\n"${sectionOf(type)}":`;
    yield* jsonList(recordsOf(records, options, type));
  }
  yield "\n}\n";
}
