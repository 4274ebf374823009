import { setImmediate } from "node:timers/promises";
import type { Cascades } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { droppedFieldTable, valueTable } from "../fields/value-tables.ts";
import type { FieldRecord, OwnValue } from "../fields/own-fields.ts";
import { DROPPED, type DroppedValues } from "./revived-values.ts";

/** Values that are removed together, with the documents of their records. */
const SLICE = 200;

/** Slices that are removed with their field at once; what is left goes in the background. */
const SLICES_AT_ONCE = 5;

/** A field that is gone. */
export interface DroppedField {
  readonly id: string;
  readonly record: FieldRecord;
}

/**
 * Has the values of a field go that is deleted. Documents show fields that are defined only, so that nobody sees a value that is still
 * there; the name is not given anew before all are gone. The caller holds the topology exclusively.
 */
export async function dropValues(
  change: Change,
  cascades: Cascades,
  { id, record, name }: DroppedField & { readonly name: string },
): Promise<void> {
  await change.insert(droppedFieldTable.name, droppedFieldTable.columns, [[id, record, name]]);
  for (let slices = 0; slices < SLICES_AT_ONCE; slices += 1) {
    if (!(await removeSlice(change, cascades, { id, record }))) return;
    await setImmediate();
  }
}

/** Removes some values of a field that is gone, and the field when there are none. @returns whether some may be left */
export async function removeSlice(change: Change, cascades: Cascades, { id, record }: DroppedField): Promise<boolean> {
  const { name: table } = valueTable(record);
  const rows = await change.all<{ record_id: string; value: string }>(
    `select record_id, value from ${table} where field_id = ? order by record_id limit ${SLICE}`,
    [id],
  );
  const ids = rows.map(({ record_id: own }) => own);
  if (ids.length > 0) {
    const values = rows.map((row) => [row.record_id, JSON.parse(row.value) as NonNullable<OwnValue>] as const);
    const before: DroppedValues = { values: Object.fromEntries(values) };
    change.audit({ ...DROPPED, resourceId: id, before, follows: true });
    await change.exec(`delete from ${table} where field_id = ? and record_id = any(?)`, [id, ids]);
    await cascades.ownFieldsRewritten(change, record, ids);
  }
  if (ids.length === SLICE) return true;
  await change.exec("delete from dropped_field where id = ?", [id]);
  return false;
}
