import { invalidField } from "../contract/errors/validation.ts";
import type { Queries, SqlValue } from "../contract/storage/storage.ts";
import { mapInQuery } from "../contract/operations/query-map.ts";
import { MAX_JOINS, type Where } from "../storage/where.ts";
import { definitionsOf } from "./definitions.ts";
import { valueTable } from "./value-tables.ts";
import { keyOfValue, valueOfText, valueProblem } from "./field-types.ts";
import type { FieldRecord, OwnValue } from "./own-fields.ts";

/** A query parameter that names values of own fields. */
export const OwnFilterParameter = mapInQuery("Only records with all of these values of custom fields, by field name");

/** Values that are asked for, by the names of fields, as a query or a program gives them. */
export type AskedFields = Readonly<Record<string, string | number | boolean>>;

/** A value of a field that records are to have. */
export interface OwnCondition {
  /** That has the values. */
  readonly table: string;
  readonly fieldId: string;
  readonly key: string;
}

/** What own fields a list asks for. An empty text asks for nothing, as in other parameters. @throws VALIDATION_ERROR */
export async function ownConditions(
  queries: Queries,
  record: FieldRecord,
  asked: AskedFields | undefined,
): Promise<readonly OwnCondition[]> {
  const wanted = Object.entries(asked ?? {}).filter(([, value]) => value !== "");
  if (wanted.length === 0) return [];
  const byName = new Map((await definitionsOf(queries, record)).map((definition) => [definition.name, definition]));
  return wanted.map(([name, given]) => {
    const definition = byName.get(name);
    if (definition === undefined) throw invalidField(`field.${name}`, `is no field of ${record}s`);
    const value = valueOfText(definition, String(given));
    if (value === undefined) throw invalidField(`field.${name}`, valueProblem(definition, given) ?? "is not a value of the field");
    return { table: valueTable(record).name, fieldId: definition.id, key: keyOfValue(value as NonNullable<OwnValue>) };
  });
}

/** What of a list statement follows from own fields: the index of values gives records of one value in the order of lists. */
export interface OwnListing {
  /** After `from`: the table has the alias `t`. */
  readonly from: string;
  /** After `order by`. */
  readonly order: string;
}

/** Adds conditions to those of a list by name. @param table with the alias `t` */
export function ownListing(table: string, conditions: readonly OwnCondition[], where: Where): OwnListing {
  const [first, ...others] = conditions;
  if (first === undefined) return { from: `${table} t`, order: "t.name, t.id" };
  where.add("t.id = v.record_id and v.field_id = ? and v.key = ?", first.fieldId, first.key);
  addValues(others, where);
  return { from: `${first.table} v cross join ${table} t`, order: "v.name, v.record_id" };
}

/** Adds that the record of the alias `t` has each of some values. */
export function addValues(conditions: readonly OwnCondition[], where: Where): void {
  for (const { table, fieldId, key } of conditions.slice(0, MAX_JOINS))
    where.add(`t.id in (select x.record_id from ${table} x where x.field_id = ? and x.key = ?)`, fieldId, key);
  for (const condition of conditions.slice(MAX_JOINS)) where.add(...holdsValue(condition));
}

/** A condition that the record of the alias `t` has a value, which is looked up for one record at a time. */
export function holdsValue({ table, fieldId, key }: OwnCondition): [sql: string, ...params: SqlValue[]] {
  return [`(select 1 from ${table} x where x.record_id = t.id and x.field_id = ? and x.key = ? limit 1) = 1`, fieldId, key];
}
