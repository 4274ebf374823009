// The complete public surface of @cadastre/importers.
export { FORMATS, type ImportRequest, optionsOf, readImport } from "./formats.ts";
export { kindsOf, type ManifestKind } from "./reading/declared-kinds.ts";
export {
  type FormatOption,
  type ImportFormat,
  type ImportItem,
  type ImportSource,
  isProblem,
  type ReaderInput,
  type SourceFile,
} from "./import-format.ts";
export { COLUMN_ALIASES } from "./csv/columns.ts";
export { LIST_SEPARATOR } from "./csv/list-cell.ts";
export { EXPORT_FORMATS, type ExportFormat, type ExportScope, writeExport } from "./exports/export-formats.ts";
export type { DeclaredRecords, ExportOptions, ExportRecords, RecordOf } from "./exports/export-records.ts";
