import { coreErrors } from "@cadastre/inventory-core";
import { hasSecret, IMPORT_TYPES, type ImportType } from "@cadastre/inventory-core/exchange";
import { csvExport } from "./csv-export.ts";
import type { ExportOptions, ExportRecords } from "./export-records.ts";
import { ansibleExport, httpSdExport } from "./inventory-export.ts";
import { jsonDocument, jsonExport } from "./json-export.ts";
import { RACKD_TYPES } from "../rackd/rackd-types.ts";
import { rackdDocument, rackdExport } from "./rackd-export.ts";

/** What one export holds: records of a type of the core or of a declared kind, or `all`. */
export type ExportScope = string;

/** A format that can be written. */
export interface ExportFormat {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly scopes: readonly ExportScope[];
  /** Whether it holds records of declared kinds, too. */
  readonly takesDeclared?: true;
  readonly write: (records: ExportRecords, scope: ExportScope, options: ExportOptions) => AsyncIterable<string>;
}

/** Every format that can be written, in the order in which they are shown. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    name: "csv",
    label: "CSV",
    description: "a table of one record type, safe to open in a spreadsheet; can be imported as csv",
    scopes: IMPORT_TYPES,
    takesDeclared: true,
    write: (records, scope, options) => csvExport(records, scope, options),
  },
  {
    name: "json",
    label: "JSON",
    description: "a list of one record type, or an object with all lists; can be imported as json",
    scopes: [...IMPORT_TYPES, "all"],
    takesDeclared: true,
    write: (records, scope, options) => (scope === "all" ? jsonDocument(records, options) : jsonExport(records, scope, options)),
  },
  {
    name: "rackd",
    label: "rackd",
    description: "JSON for rackd import; with all, an object as written by rackd export all",
    scopes: [...RACKD_TYPES, "all"],
    write: (records, scope) => (scope === "all" ? rackdDocument(records) : rackdExport(records, scope as ImportType)),
  },
  {
    name: "http_sd",
    label: "Prometheus",
    description: "devices as Prometheus targets, for http_sd_config or file_sd_config",
    scopes: ["device"],
    write: (records, _, options) => httpSdExport(records, options),
  },
  {
    name: "ansible",
    label: "Ansible",
    description: "devices as an Ansible inventory, in the format of an inventory script's --list",
    scopes: ["device"],
    write: (records) => ansibleExport(records),
  },
];

/**
 * Writes records as text, in pieces; memory holds a record.
 * @param format name of one of {@link EXPORT_FORMATS}
 * @throws INVALID_INPUT for a format that does not exist, or that does not hold what is asked for
 */
export function writeExport(format: string, scope: ExportScope, records: ExportRecords, given: ExportOptions = {}): AsyncIterable<string> {
  const options: ExportOptions = { ...given, declared: (given.declared ?? []).filter(({ kind }) => !hasSecret(kind)) };
  const found = EXPORT_FORMATS.find(({ name }) => name === format);
  if (found === undefined)
    throw coreErrors.INVALID_INPUT({
      reason: `unknown format ${JSON.stringify(format)}: use one of ${EXPORT_FORMATS.map(({ name }) => name).join(", ")}`,
    });
  const declared = found.takesDeclared === true ? (options.declared ?? []).map(({ kind }) => kind.name) : [];
  const scopes = [...new Set([...found.scopes, ...declared])];
  if (!scopes.includes(scope))
    throw coreErrors.INVALID_INPUT({
      reason: `${found.label} contains one kind of record: use one of ${scopes.map((known) => `${known}s`).join(", ")}`,
    });
  return found.write(records, scope, options);
}
