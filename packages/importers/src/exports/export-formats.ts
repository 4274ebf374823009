import { coreErrors, IMPORT_TYPES, type ImportType } from "@cadastre/inventory-core";
import { csvExport } from "./csv-export.ts";
import type { ExportOptions, ExportRecords } from "./export-records.ts";
import { ansibleExport, httpSdExport } from "./inventory-export.ts";
import { jsonDocument, jsonExport } from "./json-export.ts";
import { rackdDocument, rackdExport } from "./rackd-export.ts";

/** What one export holds: records of a type, or `all`. */
export type ExportScope = ImportType | "all";

/** A format that can be written. */
export interface ExportFormat {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly scopes: readonly ExportScope[];
  readonly write: (records: ExportRecords, scope: ExportScope, options: ExportOptions) => AsyncIterable<string>;
}

/** Every format that can be written, in the order in which they are shown. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    name: "csv",
    label: "CSV",
    description: "a table of one type of records, safe to open in a spreadsheet; the format csv reads it",
    scopes: IMPORT_TYPES,
    write: (records, scope) => csvExport(records, scope as ImportType),
  },
  {
    name: "json",
    label: "JSON",
    description: "a list of one type of records, or an object with all lists; the format json reads it",
    scopes: [...IMPORT_TYPES, "all"],
    write: (records, scope) => (scope === "all" ? jsonDocument(records) : jsonExport(records, scope)),
  },
  {
    name: "rackd",
    label: "rackd",
    description: "JSON that rackd import reads; with all, an object as rackd export all writes it",
    scopes: [...IMPORT_TYPES, "all"],
    write: (records, scope) => (scope === "all" ? rackdDocument(records) : rackdExport(records, scope)),
  },
  {
    name: "http_sd",
    label: "Prometheus",
    description: "devices as targets of Prometheus, for http_sd_config or file_sd_config",
    scopes: ["device"],
    write: (records, _, options) => httpSdExport(records, options),
  },
  {
    name: "ansible",
    label: "Ansible",
    description: "devices as an inventory of Ansible, what an inventory script answers to --list",
    scopes: ["device"],
    write: (records) => ansibleExport(records),
  },
];

/**
 * Writes records as text, in pieces; memory holds a record.
 * @param format name of one of {@link EXPORT_FORMATS}
 * @throws INVALID_INPUT for a format that there is not, or that does not hold what is asked for
 */
export function writeExport(
  format: string,
  scope: ExportScope,
  records: ExportRecords,
  options: ExportOptions = {},
): AsyncIterable<string> {
  const found = EXPORT_FORMATS.find(({ name }) => name === format);
  if (found === undefined)
    throw coreErrors.INVALID_INPUT({
      reason: `there is no format ${JSON.stringify(format)}: choose one of ${EXPORT_FORMATS.map(({ name }) => name).join(", ")}`,
    });
  if (!found.scopes.includes(scope))
    throw coreErrors.INVALID_INPUT({
      reason: `${found.label} holds one kind of records: choose one of ${found.scopes.map((known) => `${known}s`).join(", ")}`,
    });
  return found.write(records, scope, options);
}
