import { IMPORT_TYPES, type ImportType } from "@cadastre/inventory-core/exchange";
import { sectionOf } from "../json/sections.ts";
import type { ExportRecords } from "./export-records.ts";

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
export async function* jsonExport(records: ExportRecords, type: ImportType): AsyncGenerator<string> {
  yield* jsonList(records[type]());
  yield "\n";
}

/** Everything as one JSON object of lists, in the order in which an import may refer back. */
export async function* jsonDocument(records: ExportRecords): AsyncGenerator<string> {
  for (const [index, type] of IMPORT_TYPES.entries()) {
    yield `${index === 0 ? "{" : ","}\n"${sectionOf(type)}":`;
    yield* jsonList(records[type]());
  }
  yield "\n}\n";
}
