import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { NamedField, RecordKind, UniqueKey } from "../../contract/record-kind.ts";
import type { Queries, SqlValue } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { typeOf } from "../field-types.ts";
import { isNullable } from "../record-table.ts";
import type { AnyRecord } from "../record-types.ts";
import { exchangesOf, waiting, type WaitingValues } from "./waiting-records.ts";

/** Columns of a record, some with other values than the record has until the end of the change. */
type ParkedColumns = Readonly<Record<string, string | number | null>>;

const fieldOf = ({ fields }: RecordKind, name: string): NamedField | undefined => fields.find((field) => field.name === name);

/** A value of a record as its column has it. */
function columnOf(kind: RecordKind, name: string, record: AnyRecord): string | number | null {
  const field = fieldOf(kind, name);
  return record[name] === null || field === undefined ? null : (typeOf(field.facts).written(record[name]) as string | number | null);
}

/** The values of a unique key; undefined where a null makes the record distinct. */
function valuesOf(kind: RecordKind, { fields, nullsEqual }: UniqueKey, record: AnyRecord): readonly SqlValue[] | undefined {
  const values = fields.map((name) => columnOf(kind, name, record));
  return values.includes(null) && !nullsEqual ? undefined : values;
}

async function holderOf(
  queries: Queries,
  kind: RecordKind,
  { fields }: UniqueKey,
  values: readonly SqlValue[],
  id: string,
): Promise<string | undefined> {
  const conditions = fields.map((name, at) => (values[at] === null ? `${name} is null` : `${name} = ?`));
  const row = await queries.get<{ id: string }>(`select id from ${kind.name} where ${conditions.join(" and ")} and id <> ?`, [
    ...values.filter((value) => value !== null),
    id,
  ]);
  return row?.id;
}

function taken(kind: RecordKind, { fields }: UniqueKey, record: AnyRecord, other: string): Error {
  const said = fields.map((name) => `${name} ${JSON.stringify(record[name])}`).join(" and ");
  const { one } = kind;
  const holder = kind.owner ? `another ${one}` : `the ${one} ${other}`;
  return coreErrors.ALREADY_EXISTS({ reason: `${holder} has ${said} already: choose another` });
}

/**
 * Takes the unique values of a record. Another call that takes one of them waits until the end of this change.
 * @returns columns to write so: of a record that waits for the values of another one of the change, or waited for them
 * @throws ALREADY_EXISTS
 */
export async function takeUnique(
  change: Change,
  kind: RecordKind,
  record: AnyRecord,
  before: AnyRecord | undefined,
): Promise<ParkedColumns> {
  const exchanges = exchangesOf(change);
  const parked: Record<string, string | number | null> = {};
  for (const key of kind.unique) {
    const values = valuesOf(kind, key, record);
    const name = `${waiting(kind, record.id)}/${key.fields.join()}`;
    const waited = exchanges?.values.get(name);
    exchanges?.values.delete(name);
    if (waited !== undefined) parked[waited.column] = columnOf(kind, waited.column, record);
    if (values === undefined) continue;
    if (waited === undefined && JSON.stringify(values) === JSON.stringify(before && valuesOf(kind, key, before))) continue;
    await change.lock({ on: "name", name: `unique/${kind.name}/${JSON.stringify([key.fields, values])}` });
    const other = await holderOf(change, kind, key, values, record.id);
    if (other === undefined) continue;
    const column = exchanges && parkingOf(kind, key);
    if (exchanges === undefined || column === undefined) throw taken(kind, key, record, other);
    exchanges.parked += 1;
    parked[column.name] = parkedValue(column, record.id, exchanges.parked);
    const value = values[key.fields.indexOf(column.name)] ?? null;
    exchanges.values.set(name, { kind, record, key, column: column.name, value });
  }
  return parked;
}

/** The field of a key whose column may hold another value for a while: one without a foreign key, or one that may be null. */
function parkingOf(kind: RecordKind, { fields, nullsEqual }: UniqueKey): NamedField | undefined {
  const all = fields.flatMap((name) => fieldOf(kind, name) ?? []);
  return all.find(({ facts }) => facts.to === undefined) ?? (nullsEqual ? undefined : all.find(isNullable));
}

/** The smallest numbers of an integer column: no record of the change but the one that waits has it. */
const SMALLEST = -2_147_483_648;

function parkedValue({ facts }: NamedField, id: string, count: number): string | number | null {
  if (facts.to !== undefined) return null;
  return typeOf(facts).column(facts) === "text" ? `waits/${id}` : SMALLEST + count;
}

/** Values of a row that waits, as the record has them. */
export function waitedValues(change: Change, kind: RecordKind, id: string): Readonly<Record<string, unknown>> {
  const own = [...(exchangesOf(change)?.values.values() ?? [])].filter((one) => one.kind.name === kind.name && one.record.id === id);
  return Object.fromEntries(own.map(({ column, record }) => [column, record[column]]));
}

/** Lets a deleted record wait for nothing. */
export function forgetWaiting(change: Change, kind: RecordKind, id: string): void {
  const exchanges = exchangesOf(change);
  if (exchanges === undefined) return;
  exchanges.keys.delete(waiting(kind, id));
  for (const name of exchanges.values.keys()) if (name.startsWith(`${waiting(kind, id)}/`)) exchanges.values.delete(name);
}

/** Gives records the unique values that they wait for. @throws ALREADY_EXISTS */
export async function settleUnique(change: Change): Promise<void> {
  const values = exchangesOf(change)?.values ?? new Map<string, WaitingValues>();
  for (const [name, { kind, record, key, column, value }] of values) {
    const wanted = valuesOf(kind, key, record) ?? [];
    const other = await holderOf(change, kind, key, wanted, record.id);
    if (other !== undefined) throw taken(kind, key, record, other);
    await change.exec(`update ${kind.name} set ${column} = ? where id = ?`, [value, record.id]);
    values.delete(name);
  }
}
