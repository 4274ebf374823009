import type { RecordKind } from "../../contract/record-kind.ts";
import type { Queries, Transaction } from "../../contract/storage/storage.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import { textsOf } from "../../fields/stored-values.ts";
import { foldText, searchTextOf } from "../../storage/search-text.ts";
import { rewriteObjects } from "../fields/stored-objects.ts";
import { documentsOf, hasTexts } from "../record-table.ts";
import { recordTextTable } from "./record-text.entity.ts";

/** A record of a declared kind, as far as its texts go. */
type TextedRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly fields: OwnFields };

/** The texts of a record: its title, and what search looks through. */
export interface RecordText {
  readonly id: string;
  readonly name: string;
  readonly name_key: string;
  readonly search_text: string;
}

/** A value of a field of a record. */
type FieldValue = string | number | boolean | null | undefined | readonly FieldValue[] | { readonly [name: string]: FieldValue };

/** The texts in a value of a field. */
function textsOfValue(value: FieldValue): readonly string[] {
  if (value === null || value === undefined || value === "") return [];
  return typeof value === "object" ? Object.values(value).flatMap(textsOfValue) : [String(value)];
}

/** What a record is called. */
export const titleOf = ({ title }: Pick<RecordKind, "title">, record: Readonly<Record<string, unknown>>): string =>
  textsOfValue(record[title] as FieldValue).join(", ");

/** The texts of a record. A kind without `search` is found by its title alone, and only where titles are looked up. */
export function textOfRecord(kind: RecordKind, record: TextedRecord): RecordText {
  const { title, search } = kind;
  const name = titleOf(kind, record);
  const searched = search.filter((field) => field !== title).flatMap((field) => textsOfValue(record[field] as FieldValue));
  return {
    id: record.id,
    name,
    name_key: foldText(name),
    search_text: search.length === 0 ? "" : searchTextOf(name, [...searched, ...textsOf(record.fields)]),
  };
}

/** What names a record beside its title: the value of the first other field that is searched. */
export function detailOf({ title, search }: RecordKind, record: Readonly<Record<string, unknown>>): string {
  const field = search.find((one) => one !== title);
  return field === undefined ? "" : textsOfValue(record[field] as FieldValue).join(", ");
}

const insertTexts = async (transaction: Pick<Transaction, "insert">, kind: string, texts: readonly RecordText[]): Promise<void> =>
  await transaction.insert(
    recordTextTable.name,
    recordTextTable.columns,
    texts.map(({ id, name, name_key: key, search_text: text }) => [kind, id, name, key, text]),
  );

/** Writes the texts of a record where they differ. @param before the record as it was; none of a new one */
export async function writeText(transaction: Transaction, kind: RecordKind, record: TextedRecord, before?: TextedRecord): Promise<void> {
  if (!hasTexts(kind)) return;
  const text = textOfRecord(kind, record);
  if (before === undefined) return await insertTexts(transaction, kind.name, [text]);
  if (JSON.stringify(text) === JSON.stringify(textOfRecord(kind, before))) return;
  await transaction.exec("update record_text set name = ?, name_key = ?, search_text = ? where kind = ? and id = ?", [
    text.name,
    text.name_key,
    text.search_text,
    kind.name,
    text.id,
  ]);
}

export async function removeText(transaction: Transaction, kind: RecordKind, id: string): Promise<void> {
  if (!hasTexts(kind)) return;
  await transaction.exec("delete from record_text where kind = ? and id = ?", [kind.name, id]);
}

/** The texts that some records should have, by id, as their rows say. */
export async function expectedTexts(queries: Queries, kind: RecordKind, ids: readonly string[]): Promise<ReadonlyMap<string, RecordText>> {
  const records = await textedRecords(queries, kind, ids);
  return new Map(records.map((record) => [record.id, textOfRecord(kind, record)]));
}

async function textedRecords(queries: Queries, kind: RecordKind, ids: readonly string[]): Promise<readonly TextedRecord[]> {
  const rows = await queries.all<{ doc: string }>(
    `select ${documentsOf(kind).docSql("t")} as doc from ${kind.name} t where t.id = any(?)`,
    [ids],
  );
  return rows.map(({ doc }) => JSON.parse(doc) as TextedRecord);
}

/** What a migration and a change have in common. */
type TextWriter = Queries & Pick<Transaction, "exec" | "insert">;

/** Writes what follows from the custom fields of some records into their own table. */
export async function rewriteOwnTexts(
  transaction: Queries & Pick<Transaction, "update">,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  const rows = (await textedRecords(transaction, kind, ids)).map((record) => ({
    id: record.id,
    search_text: textOfRecord(kind, record).search_text,
    ...kind.earlier?.derived(record),
  }));
  const [, ...columns] = Object.keys(rows[0] ?? {});
  await transaction.update(
    kind.name,
    "id",
    columns,
    rows.map((row) => Object.values(row)),
  );
}

/** Writes the texts of some records from their rows, and deletes the texts of deleted records. */
export async function rewriteTexts(transaction: TextWriter, kind: RecordKind, ids: readonly string[]): Promise<void> {
  const texts = [...(await expectedTexts(transaction, kind, ids)).values()];
  await transaction.exec("delete from record_text where kind = ? and id = any(?)", [kind.name, ids]);
  if (texts.length > 0) await insertTexts(transaction, kind.name, texts);
}

/** Records whose texts one slice of a migration writes. */
const SLICE = 200;

/**
 * Writes the texts of the next records of a kind, and brings their objects into the form of the declaration.
 * @returns the last id; null when all are written
 */
export async function rewriteNextTexts(transaction: TextWriter, kind: RecordKind, after: string): Promise<string | null> {
  const rows = await transaction.all<{ id: string }>(`select id from ${kind.name} where id > ? order by id limit ${SLICE}`, [after]);
  const ids = rows.map(({ id }) => id);
  await rewriteObjects(transaction, kind, ids);
  if (ids.length > 0) await rewriteTexts(transaction, kind, ids);
  return ids.length < SLICE ? null : (ids.at(-1) as string);
}
