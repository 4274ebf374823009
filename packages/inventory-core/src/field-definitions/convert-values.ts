import { setImmediate } from "node:timers/promises";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Field } from "./field.ts";
import { valueTable } from "../fields/value-tables.ts";
import { keyOfValue, valueOfText } from "../fields/field-types.ts";
import type { OwnValue } from "../fields/own-fields.ts";

/** Values that are looked at or written between two turns of the event loop. */
const SLICE = 200;

/** Values that a refusal names. */
const MAX_NAMED = 3;

/** Characters of a value that a refusal repeats. */
const MAX_SAID = 60;

interface StoredValue {
  readonly record_id: string;
  readonly name: string;
  readonly value: string;
}

/**
 * Brings the values of a field to what it has become: another type or other choices, a name, unique or not. In slices of one transaction,
 * so that all values convert or none. The caller has written the field, and holds the topology exclusively. Other changes cost nothing.
 * @param rewrite writes documents and search texts of records
 * @throws CONFLICT naming values that do not convert, or that several records have
 */
export async function convertValues(
  change: Change,
  before: Field,
  field: Field,
  rewrite: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const rekeyed = before.type !== field.type;
  if (rekeyed || before.unique !== field.unique) {
    // Unique keys come last: while rows are written, two may have one that have two in the end.
    for await (const rows of slicesOf(change, field)) await writeValues(change, field, rows);
    if (field.unique) await makeUnique(change, field, rekeyed);
  }
  if (!rekeyed && before.name === field.name) return;
  for await (const rows of slicesOf(change, field)) await rewrite(rows.map(({ record_id: id }) => id));
}

async function* slicesOf(queries: Queries, field: Field): AsyncGenerator<readonly StoredValue[]> {
  for (let after = ""; ;) {
    const rows = await queries.all<StoredValue>(
      `select record_id, name, value from ${valueTable(field.record).name} where field_id = ? and record_id > ?
       order by record_id limit ${SLICE}`,
      [field.id, after],
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    after = last.record_id;
    await setImmediate();
  }
}

const converted = (field: Field, stored: string): OwnValue | undefined => valueOfText(field, String(JSON.parse(stored) as OwnValue));

const said = (value: string): string => JSON.stringify(String(JSON.parse(value)).slice(0, MAX_SAID));

/** Why the values of a field stand against what it would become: a sentence, and how many they are where they are counted. */
export interface ValuesBreach {
  readonly reason: string;
  readonly values?: number;
}

/** Which values cannot be converted to a field's new type or choices; undefined when all can. They are read only where these change. */
async function shapeBreach(queries: Queries, before: Field, field: Field): Promise<ValuesBreach | undefined> {
  if (before.type === field.type && JSON.stringify(before.choices) === JSON.stringify(field.choices)) return undefined;
  let count = 0;
  const named: string[] = [];
  for await (const rows of slicesOf(queries, field)) {
    const wrong = rows.filter(({ value }) => converted(field, value) === undefined);
    count += wrong.length;
    named.push(...wrong.slice(0, MAX_NAMED - named.length).map((row) => `${said(row.value)} of ${row.name} (${row.record_id})`));
  }
  if (count === 0) return undefined;
  const what = field.type === "choice" ? "one of the choices" : `a ${field.type}`;
  return {
    reason: `${count} value${count === 1 ? "" : "s"} cannot become ${what}, among them ${named.join(", ")}: change them first`,
    values: count,
  };
}

/**
 * Why the values of a field stand against what it would become, as far as that can be told before they are converted: whether values of
 * another type become the same one shows when they are written.
 */
export async function valuesBreach(queries: Queries, before: Field, field: Field): Promise<ValuesBreach | undefined> {
  const breach = await shapeBreach(queries, before, field);
  if (breach !== undefined || !field.unique || before.unique || before.type !== field.type) return breach;
  return await sameBreach(queries, field);
}

async function writeValues(change: Change, field: Field, rows: readonly StoredValue[]): Promise<void> {
  const { name: table, columns } = valueTable(field.record);
  await change.exec(`delete from ${table} where field_id = ? and record_id = any(?)`, [field.id, rows.map(({ record_id: id }) => id)]);
  await change.insert(
    table,
    columns,
    rows.map(({ record_id: id, name, value }) => {
      const own = converted(field, value) as NonNullable<OwnValue>;
      return [field.id, id, name, JSON.stringify(own), keyOfValue(own), null];
    }),
  );
}

/** Values that several records have; undefined when there is none. */
async function sameBreach(queries: Queries, field: Field): Promise<ValuesBreach | undefined> {
  const same: string[] = [];
  let before: (StoredValue & { readonly key: string }) | undefined;
  for (;;) {
    const rows: (StoredValue & { readonly key: string })[] = await queries.all(
      `select record_id, name, value, key from ${valueTable(field.record).name} where field_id = ? and (key, name, record_id) > (?, ?, ?)
       order by key, name, record_id limit ${SLICE}`,
      [field.id, before?.key ?? "", before?.name ?? "", before?.record_id ?? ""],
    );
    for (const row of rows) {
      if (row.key === before?.key && same.length < MAX_NAMED) same.push(`${said(row.value)} of ${before.name} and ${row.name}`);
      before = row;
    }
    if (rows.length < SLICE) break;
    await setImmediate();
  }
  if (same.length === 0) return undefined;
  return { reason: `several records have one value, among them ${same.join(", ")}: change them before the field becomes unique` };
}

/** @throws CONFLICT when two records have one value, which {@link valuesBreach} finds but for values of another type */
async function makeUnique(change: Change, field: Field, isConverted: boolean): Promise<void> {
  const breach = isConverted ? await sameBreach(change, field) : undefined;
  if (breach !== undefined) throw coreErrors.CONFLICT(breach);
  for await (const rows of slicesOf(change, field)) {
    await change.exec(`update ${valueTable(field.record).name} set unique_key = key where field_id = ? and record_id = any(?)`, [
      field.id,
      rows.map(({ record_id: id }) => id),
    ]);
  }
}
