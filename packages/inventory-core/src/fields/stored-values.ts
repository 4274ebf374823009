import type { Queries, SqlValue, Transaction } from "../contract/storage/storage.ts";
import { definitionsOf, type FieldDefinition } from "./definitions.ts";
import { valueTable } from "./value-tables.ts";
import { keyOfValue } from "./field-types.ts";
import type { FieldRecord, OwnFields, OwnValue } from "./own-fields.ts";

/** A record with its own fields. */
export interface OwnRecord {
  readonly id: string;
  readonly name: string;
  readonly fields: OwnFields;
}

/** A record as it is written, and as it was. */
export interface WrittenRecord extends OwnRecord {
  /** None of a record that is new. */
  readonly before?: Omit<OwnRecord, "id"> | undefined;
}

/** Every field of a kind of record, unset. */
export const unset = (definitions: readonly FieldDefinition[]): OwnFields =>
  Object.fromEntries(definitions.map(({ name }) => [name, null]));

/** The own fields of records, by id: every field is there. Two statements for any number of records, one where no field is defined. */
export async function loadOwnFields(queries: Queries, record: FieldRecord, ids: readonly string[]): Promise<(id: string) => OwnFields> {
  const definitions = await definitionsOf(queries, record);
  if (definitions.length === 0) return () => ({});
  const byId = new Map(definitions.map((definition) => [definition.id, definition.name]));
  const loaded = new Map<string, OwnFields>(ids.map((id) => [id, unset(definitions)]));
  const rows = await queries.all<{ field_id: string; record_id: string; value: string }>(
    `select field_id, record_id, value from ${valueTable(record).name} where field_id = any(?) and record_id = any(?)`,
    [[...byId.keys()], [...loaded.keys()]],
  );
  for (const { field_id: field, record_id: id, value } of rows) {
    const fields = loaded.get(id);
    const name = byId.get(field);
    if (fields !== undefined && name !== undefined) fields[name] = JSON.parse(value) as OwnValue;
  }
  return (id) => loaded.get(id) ?? unset(definitions);
}

/** What search looks through in own fields: whatever is text. */
export const textsOf = (fields: OwnFields): string[] => Object.values(fields).filter((value) => typeof value === "string");

/** The row of a value. */
export function valueRow(
  { id, unique }: Pick<FieldDefinition, "id" | "unique">,
  { id: recordId, name }: Omit<OwnRecord, "fields">,
  value: NonNullable<OwnValue>,
): SqlValue[] {
  const key = keyOfValue(value);
  return [id, recordId, name, JSON.stringify(value), key, unique ? key : null];
}

const isSame = ({ name, fields, before }: WrittenRecord): boolean =>
  before !== undefined && before.name === name && JSON.stringify(before.fields) === JSON.stringify(fields);

/** Writes the values of records, those that changed: two statements for any number of them. The values were checked. */
export async function writeOwnFields(transaction: Transaction, record: FieldRecord, records: readonly WrittenRecord[]): Promise<void> {
  const changed = records.filter((one) => !isSame(one));
  if (changed.length === 0) return;
  const definitions = await definitionsOf(transaction, record);
  if (definitions.length === 0) return;
  const held = changed.filter(({ before }) => before !== undefined && Object.values(before.fields).some((value) => value !== null));
  if (held.length > 0)
    await removeValues(
      transaction,
      record,
      definitions,
      held.map(({ id }) => id),
    );
  const rows = changed.flatMap((one) =>
    definitions.flatMap((definition) => {
      const value = one.fields[definition.name] ?? null;
      return value === null ? [] : [valueRow(definition, one, value)];
    }),
  );
  if (rows.length > 0) await transaction.insert(valueTable(record).name, valueTable(record).columns, rows);
}

/** Values go with their records. */
export async function removeOwnFields(transaction: Transaction, record: FieldRecord, ids: readonly string[]): Promise<void> {
  const definitions = await definitionsOf(transaction, record);
  if (definitions.length > 0 && ids.length > 0) await removeValues(transaction, record, definitions, ids);
}

async function removeValues(
  transaction: Transaction,
  record: FieldRecord,
  definitions: readonly FieldDefinition[],
  ids: readonly string[],
): Promise<void> {
  await transaction.exec(`delete from ${valueTable(record).name} where field_id = any(?) and record_id = any(?)`, [
    definitions.map(({ id }) => id),
    [...ids],
  ]);
}
