import type { RecordKind } from "../../contract/record-kind.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { typeOf } from "../field-types.ts";
import { isSecret } from "./record-secrets.ts";
import {
  documentsOf,
  foldedOf,
  hasOwnTexts,
  isDocument,
  isFolded,
  isInColumns,
  isJsonList,
  isList,
  keyColumn,
  listsOf,
  listTable,
  type RecordRow,
} from "../record-table.ts";
import type { AnyRecord } from "../record-types.ts";
import { textOfRecord } from "../texts/record-text.ts";

/** A record, whatever its fields are. */
type Identified = object & { readonly id: string };

/** The row of a record, without its secrets. */
export function rowOf(kind: RecordKind, record: AnyRecord): RecordRow {
  const derived = kind.earlier?.derived(record);
  if (isDocument(kind)) return { id: record.id, ...derived, doc: documentsOf(kind).write(record) } as unknown as RecordRow;
  const row: Record<string, SqlValue> = { id: record.id };
  for (const field of kind.fields) {
    if (isJsonList(kind, field)) row[field.name] = JSON.stringify(record[field.name]);
    if (isList(field) || isSecret(field) || isInColumns(kind, field)) continue;
    const value = record[field.name];
    row[field.name] = value === null ? null : typeOf(field.facts).written(value);
    if (isFolded(kind, field)) row[keyColumn(field.name)] = foldedOf(kind, String(value));
  }
  const texts = { ...(hasOwnTexts(kind) && { search_text: textOfRecord(kind, record).search_text }) };
  return { ...row, created_at: record.created_at, updated_at: record.updated_at, ...texts, ...derived } as unknown as RecordRow;
}

/**
 * Writes the columns of a record that differ, by a statement that the connection keeps prepared (decision 0540).
 * @param more columns to write as they are
 */
export async function writeRow(
  change: Change,
  kind: RecordKind,
  [before, record]: readonly [before: Identified, record: Identified],
  more: Readonly<Record<string, SqlValue>> = {},
): Promise<void> {
  const [row, held] = [rowOf(kind, record as AnyRecord), rowOf(kind, before as AnyRecord)];
  const columns = { ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== held[name])), ...more };
  const names = Object.keys(columns);
  if (names.length > 0)
    await change.exec(`update ${kind.name} set ${names.map((name) => `${name} = ?`).join(", ")} where id = ?`, [
      ...Object.values(columns),
      record.id,
    ]);
}

/** Writes the lists of a record that differ. @param before the record as it was; undefined for a new one */
export async function writeLists(change: Change, kind: RecordKind, record: AnyRecord, before: AnyRecord | undefined): Promise<void> {
  for (const field of listsOf(kind)) {
    const values = record[field.name] as readonly string[];
    const held = (before?.[field.name] ?? []) as readonly string[];
    if (JSON.stringify(values) === JSON.stringify(held)) continue;
    const table = listTable(kind, field.name);
    if (held.length > 0) await change.exec(`delete from ${table} where record_id = ?`, [record.id]);
    const rows = values.map((value, position) => [record.id, position, value]);
    if (rows.length > 0) await change.insert(table, ["record_id", "position", "value"], rows);
  }
}
