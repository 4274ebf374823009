import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Cascades } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Field } from "./field.ts";
import { valueTable } from "../fields/value-tables.ts";
import { valueProblem } from "../fields/field-types.ts";
import type { OwnValue } from "../fields/own-fields.ts";
import { valueRow } from "../fields/stored-values.ts";

/** What an audit row tells of values that went with their field: by the ids of their records. */
export interface DroppedValues {
  readonly values: Readonly<Record<string, NonNullable<OwnValue>>>;
}

/** The thing that such rows are about; their `resource_id` is that of the field. */
export const DROPPED = { action: "drop", resource: "field_value" } as const;

/** Restores the values of a field that was created anew under its former id: the values that are left, and those that the audit log has. */
export async function reviveValues(change: Change, cascades: Cascades, field: TitledField): Promise<void> {
  // What is left of its values is no longer to be removed.
  await change.run("delete from dropped_field where id = ?", [field.id]);
  await rewriteLeft(change, cascades, field);
  const rows = await change.all<{ seq: number }>(
    "select seq from audit where resource_id = ? and resource = ? and status = 'success' order by seq",
    [field.id, DROPPED.resource],
  );
  for (const { seq } of rows) {
    if (isTurnOver()) await turnUnderLock();
    const row = await change.get<{ changes: string }>("select changes from audit where seq = ?", [seq]);
    const { before } = JSON.parse(row?.changes ?? '{"before":{"values":{}}}') as { readonly before: DroppedValues };
    await insertValues(change, cascades, field, before.values);
  }
}

/** Values that are written together. */
const SLICE = 200;

async function rewriteLeft(change: Change, cascades: Cascades, { id, record }: Field): Promise<void> {
  for (let after = ""; ;) {
    const rows = await change.all<{ record_id: string }>(
      `select record_id from ${valueTable(record).name} where field_id = ? and record_id > ? order by record_id limit ${SLICE}`,
      [id, after],
    );
    const ids = rows.map((row) => row.record_id);
    if (ids.length > 0) await cascades.ownFieldsRewritten(change, record, ids);
    if (ids.length < SLICE) return;
    after = ids.at(-1) as string;
  }
}

/** A field, with the column that has the names of the records of its kind. */
type TitledField = Field & { readonly titleColumn: string };

async function insertValues(change: Change, cascades: Cascades, field: TitledField, values: DroppedValues["values"]): Promise<void> {
  const named = await recordsWithout(change, field, Object.keys(values));
  const rows = named.flatMap((one) => {
    const value = values[one.id] as NonNullable<OwnValue>;
    return valueProblem(field, value) === undefined ? [valueRow(field, one, value)] : [];
  });
  if (rows.length === 0) return;
  await change.insert(valueTable(field.record).name, valueTable(field.record).columns, rows);
  await cascades.ownFieldsRewritten(
    change,
    field.record,
    named.map(({ id }) => id),
  );
}

/** Those of some records that are there and have no value of a field. */
async function recordsWithout(
  change: Change,
  { id: fieldId, record, titleColumn: title }: TitledField,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await change.all<{ id: string; name: string }>(
    `select t.id, cast(t.${title} as text) as name from ${record} t where t.id = any(?) and not exists (
       select 1 from ${valueTable(record).name} v where v.field_id = ? and v.record_id = t.id) order by t.id`,
    [ids, fieldId],
  );
}
