import { type FieldValueRow, valueTable } from "../fields/value-tables.ts";
import { keyOfValue } from "../fields/field-types.ts";
import { type DeclaredRecords, type FieldRecord, fieldRecords, isCoreRecord, type OwnValue, titleColumn } from "../fields/own-fields.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";

/** A value with its field, and its record if that is there. */
type Row = FieldValueRow & { readonly is_unique: number; readonly called: string | null };

const DERIVED = ["name", "key", "unique_key"] as const;

/** Values of kinds of record that have one table. */
interface Place {
  readonly check: string;
  readonly table: string;
}

/**
 * What values are found by: the name of their record, and their keys. Values without a record are deleted; those of a kind that this host
 * does not have stay.
 */
export function fieldValueChecks(declared: DeclaredRecords): readonly Check[] {
  const { true: ofCore = [], false: others = [] } = Object.groupBy(fieldRecords(declared), (record) => `${isCoreRecord(record)}`);
  return [
    valueCheck("field values", declared, ofCore),
    ...(others.length === 0 ? [] : [valueCheck("field values of declared kinds", declared, others)]),
  ];
}

/** @param records kinds that have one table of values */
const valueCheck = (check: string, declared: DeclaredRecords, records: readonly FieldRecord[]): Check => ({
  name: check,
  async slice(queries, after) {
    const place: Place = { check, table: valueTable(records[0] as FieldRecord).name };
    const names = records.map(
      (table) =>
        `when f.record = '${table}' then (select cast(r.${titleColumn(declared, table)} as text) from ${table} r where r.id = v.record_id)`,
    );
    const [field = "", record = ""] = (after ?? []).map(String);
    const rows = await queries.all<Row>(
      `select v.*, f.is_unique, case ${names.join(" ")} end as called from ${place.table} v join field f on f.id = v.field_id
       where f.record = any(?) and (v.field_id, v.record_id) > (?, ?) order by v.field_id, v.record_id limit ${SLICE_ROWS}`,
      [records, field, record],
    );
    const wrong = rows.filter((row) => differencesOf(place, row).length > 0);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: wrong.flatMap((row) => differencesOf(place, row)),
      next: rows.length < SLICE_ROWS || last === undefined ? null : [last.field_id, last.record_id],
      mend: async (change) => {
        for (const row of wrong) await mend(change, place, row);
      },
    };
  },
});

function derivedOf({ called, value, key, is_unique: unique }: Row): Pick<FieldValueRow, (typeof DERIVED)[number]> {
  const own = valueIn(value);
  // Nothing can be derived from a value that cannot be read.
  const rightKey = own === undefined || own === null ? key : keyOfValue(own);
  return { name: called ?? "", key: rightKey, unique_key: unique === 1 ? rightKey : null };
}

function valueIn(text: string): OwnValue | undefined {
  try {
    return JSON.parse(text) as OwnValue;
  } catch {
    return undefined;
  }
}

function differencesOf(place: Place, row: Row): Difference[] {
  const at = { ...place, id: `${row.field_id}/${row.record_id}` };
  if (row.called === null) return [{ ...at, column: "", stored: row.value, expected: null }];
  const expected = derivedOf(row);
  return DERIVED.filter((column) => row[column] !== expected[column]).map((column) => ({
    ...at,
    column,
    stored: row[column],
    expected: expected[column],
  }));
}

async function mend(change: Change, { table }: Place, row: Row): Promise<void> {
  const at = [row.field_id, row.record_id];
  if (row.called === null) {
    await change.run(`delete from ${table} where field_id = ? and record_id = ?`, at);
    return;
  }
  const { name, key, unique_key: once } = derivedOf(row);
  await change.run(`update ${table} set name = ?, key = ?, unique_key = ? where field_id = ? and record_id = ?`, [name, key, once, ...at]);
}
