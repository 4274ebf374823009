import { Draft, Problems } from "../../contract/errors/validation.ts";
import { Field } from "../../field-definitions/field.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import type { Renaming } from "../own-fields-back.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";
import { returnDeleted } from "./undo-declared.ts";

/** Takes back custom fields, before the records that have values of them. @returns which names of the change are which by now */
export async function undoFields(undoing: Undoing, kinds: RecordKinds): Promise<readonly Renaming[]> {
  const { name: kind } = Field;
  const { change } = undoing;
  const fields = kinds.find(kind);
  if (fields === undefined) return [];
  for (const id of await undoing.created(kind))
    await undoing.attempt(
      describe(kind, undoing.now(kind, id) as Image),
      async () => await fields.deleteWithin(change, id, false, { values: "drop" }),
    );
  const renamings: Renaming[] = [];
  for await (const changed of undoing.changed(kind)) {
    const back = undoing.fieldsBack(kind, changed);
    // Choices are those of the type that has them.
    if ("type" in back) back["choices"] = changed.was["choices"];
    if (changed.was["name"] !== changed.is["name"]) {
      const [was, is] = [changed.was as unknown as Field, changed.is as unknown as Field];
      renamings.push("name" in back ? { from: is, to: was } : { from: was, to: is });
    }
    if (Object.keys(back).length === 0) continue;
    await undoing.attempt(
      describe(kind, changed.now),
      async () => await fields.updateWithin(change, changed.id, new Draft(back, new Problems(), back), false),
    );
  }
  await returnDeleted(undoing, kinds, fields);
  await undoing.nextPart();
  return renamings;
}
