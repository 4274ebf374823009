import { Datacenter, Device, type ImportType, Network, Pool, Relationship, Space } from "@cadastre/inventory-core";
import { stringify } from "csv-stringify/sync";
import { withGuard } from "../csv/formula-guard.ts";
import { listCell } from "../csv/list-cell.ts";
import type { ExportRecords } from "./export-records.ts";

const SCHEMAS = { space: Space, datacenter: Datacenter, network: Network, pool: Pool, device: Device, relationship: Relationship } as const;

/**
 * Records of a type as CSV (RFC 4180, line ends of LF): a column for each field by its name. Lists of texts are separated by `;`,
 * addresses are a JSON array; what a spreadsheet would take for a formula begins with an apostrophe, which reading takes away.
 */
export async function* csvExport(records: ExportRecords, type: ImportType): AsyncGenerator<string> {
  const columns = Object.keys(SCHEMAS[type].shape);
  yield line(columns);
  for await (const record of records[type]())
    yield line(columns.map((column) => cellOf((record as object as Readonly<Record<string, unknown>>)[column])));
}

/** The writer puts cells with a line feed into quotes, and we those with a carriage return too. */
const line = (cells: readonly string[]): string => stringify([[...cells]], { quoted_match: /\r/ });

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value.length === 0 ? "" : withGuard(value.every((entry) => typeof entry === "string") ? listCell(value) : JSON.stringify(value));
  return withGuard(typeof value === "string" ? value : JSON.stringify(value));
}
