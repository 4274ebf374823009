import { setImmediate } from "node:timers/promises";
import { CASCADES, type Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { DerivedDraft, RecordView } from "../contract/record-functions.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { forgetDefinitions } from "../fields/definitions.ts";
import { titleColumn } from "../fields/own-fields.ts";
import { valueTable } from "../fields/value-tables.ts";
import { withFunctions } from "../records/functions/bound-functions.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { convertValues, valuesBreach } from "./convert-values.ts";
import { dropValues, removeSlice } from "./dropped-values.ts";
import { Field } from "./field.ts";
import { checkField, fieldRooms, followingValues, nextPosition, NO_FIELDS, roomBreach } from "./field-rules.ts";
import { reviveValues } from "./revived-values.ts";

/** The declaration of custom fields, with what becomes of the values that records have of them. */
export const FieldKind: typeof Field = withFunctions(Field, [RECORD_KINDS, CASCADES], (kinds, cascades) => ({
  checkSent: ({ fields, problems, has }, record) => {
    const before = record as Field | null;
    const asked = { ...before, ...fields } as Field;
    checkField(problems, { ...asked, ...followingValues(asked, has, before) }, before, kinds.all);
  },
  derive: async (draft, view, record) => {
    const before = record as Field | null;
    const following = followingValues(draft.record as Field, draft.has, before);
    return before === null ? { ...following, position: await positionOf(draft, view) } : following;
  },
  check: async ({ record }, view, before) => {
    if (before === null) return;
    const breach = await valuesBreach(view, before as Field, record as Field);
    if (breach !== undefined) throw coreErrors.CONFLICT({ ...breach });
  },
  checkDeletion: async (field, view, { values }) => {
    const held = await view.get<{ count: number }>(`select count(*) as count from ${valueTable(field.record).name} where field_id = ?`, [
      field.id,
    ]);
    const count = Number(held?.count);
    if (count > 0 && values !== "drop") throw coreErrors.CONFLICT({ reason: holdsValues(field as Field, count), values: count });
  },
  after: async (change, before, record) => {
    forgetDefinitions(change);
    const [was, field] = [before as Field | null, record as Field | null];
    if (field === null) return await dropValues(change, cascades, was as Field);
    if (field.name !== was?.name) await removeFormer(change, cascades, field);
    if (was === null) await reviveValues(change, cascades, { ...field, titleColumn: titleColumn(kinds, field.record) });
    else await convertValues(change, was, field, async (ids) => await cascades.ownFieldsRewritten(change, field.record, ids));
  },
}));

/** The position of a new field. @throws CONFLICT when its kind of record has as many fields as it may */
async function positionOf({ record, has }: DerivedDraft<{ readonly record: string; readonly position: number }>, view: RecordView) {
  const room = (await fieldRooms(view, record.record)).get(record.record) ?? NO_FIELDS;
  const reason = roomBreach(record.record, room.count);
  if (reason !== undefined) throw coreErrors.CONFLICT({ reason });
  return has("position") ? record.position : nextPosition(room);
}

/** Removes the values that are left of deleted fields with the name of a field. */
async function removeFormer(change: Change, cascades: Cascades, { id, record, name }: Field): Promise<void> {
  const dropped = await change.all<{ id: string }>("select id from dropped_field where record = ? and name = ? and id <> ?", [
    record,
    name,
    id,
  ]);
  for (const { id: former } of dropped) while (await removeSlice(change, cascades, { id: former, record })) await setImmediate();
}

function holdsValues({ name, record }: Field, count: number): string {
  const holders = `${count} ${record}${count === 1 ? " has a value" : "s have values"}`;
  return `${holders} of the field ${name}: delete it with values=drop to remove them, too`;
}
