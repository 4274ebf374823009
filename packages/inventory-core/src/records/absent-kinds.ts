import { coreErrors } from "../contract/errors/core-errors.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { RecordKinds } from "./record-kinds.ts";
import type { RecordShape } from "../storage/record-shapes/record-shape.ts";
import { listTable } from "./record-table.ts";

interface ShapeRow {
  readonly plugin: string;
  readonly shape: string;
}

/** A reference in the database that this host does not know: its kind or its field is of another plugin or of a later version. */
interface AbsentReference {
  readonly kind: string;
  readonly plugin: string;
  readonly field: string;
  readonly isList: boolean;
  readonly to: string;
}

/** Shapes of all kinds in the database. Other hosts add kinds while this one runs, so each change reads them once. */
const shapes = new ChangeState(async (change) => await change.all<ShapeRow>("select plugin, shape from record_shape order by kind"));

/** References that refuse the deletion of a record of a kind, and that this host does not know. */
async function absentReferences(change: Change, kinds: RecordKinds, name: string): Promise<readonly AbsentReference[]> {
  return (await shapes.of(change)).flatMap(({ plugin, shape }) => {
    const { kind, fields } = JSON.parse(shape) as RecordShape;
    const known = new Set(kinds.find(kind)?.kind.fields.map((field) => field.name));
    return fields.flatMap(({ name: field, column, refersTo }) =>
      known.has(field) || refersTo?.to !== name || refersTo.onDelete !== "refuse"
        ? []
        : [{ kind, plugin, field, isList: column === "list", to: name }],
    );
  });
}

/** Whether kinds that this host does not know refer to records of a kind, and refuse their deletion. */
export const hasAbsentReferences = async (change: Change, kinds: RecordKinds, name: string): Promise<boolean> =>
  (await absentReferences(change, kinds, name)).length > 0;

/**
 * Refuses the deletion of records that rows of unknown kinds refer to. What those rows clear or cascade, the database does by its foreign
 * keys.
 * @throws CONFLICT naming the kind, its plugin and the number of its records
 */
export async function refuseAbsentReferences(change: Change, kinds: RecordKinds, name: string, ids: readonly string[]): Promise<void> {
  for (const { kind, plugin, field, isList } of await absentReferences(change, kinds, name)) {
    const sql = isList
      ? `select count(distinct record_id) as count from ${listTable({ name: kind }, field)} where value = any(?)`
      : `select count(*) as count from ${kind} where ${field} = any(?)`;
    const count = Number((await change.get<{ count: number | string }>(sql, [ids]))?.count);
    if (count === 0) continue;
    const records = count === 1 ? "1 record" : `${count} records`;
    const refer = count === 1 ? "refers" : "refer";
    throw coreErrors.CONFLICT({
      reason:
        `${records} of the kind ${kind} ${refer} to it by ${field}, which this program does not know: ` +
        `change or delete them with a program that loads the plugin ${plugin}`,
      referring: { kind, count, plugin },
    });
  }
}
