import type { ImportType } from "@cadastre/inventory-core/exchange";
import { sectionOf } from "../json/sections.ts";
import { RACKD_TYPES } from "../rackd/rackd-types.ts";
import type { ExportRecords } from "./export-records.ts";
import { jsonList } from "./json-export.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A JSON array of one type, as `rackd import` takes it for devices, networks and datacenters. */
export async function* rackdExport(records: ExportRecords, type: ImportType): AsyncGenerator<string> {
  yield* jsonList(rackdRecords(records[type]()));
  yield "\n";
}

/** Everything in one object, in the shape of `rackd export all` with pools and relationships beside. */
export async function* rackdDocument(records: ExportRecords): AsyncGenerator<string> {
  for (const [index, type] of RACKD_TYPES.entries()) {
    yield `${index === 0 ? "{" : ","}\n"${sectionOf(type)}":`;
    yield* jsonList(rackdRecords(records[type]()));
  }
  yield ',\n"exported_at":null}\n';
}

async function* rackdRecords(records: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const record of records) yield withoutNulls(record);
}

/** Own fields of a record that has none. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** rackd has an empty text for no reference, 0 for no number, and fills in what is not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Fields)
      .filter(([, field]) => field !== null && !isEmpty(field))
      .map(([name, field]) => [name, withoutNulls(field)]),
  );
}
