import type { Cascades } from "../../contract/cascades.ts";
import { Draft, Problems } from "../../contract/errors/validation.ts";
import { type Field, FieldCreate, type FieldUpdate } from "../../fields/field.ts";
import type { FieldService } from "../../fields/field-service.ts";
import { reviveValues } from "../../fields/values/revived-values.ts";
import { givenOf } from "../given-of.ts";
import type { Renaming } from "../own-fields-back.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** Fields of one's own, before the records that have values of them. @returns which names of the change are which by now */
export async function undoFields(undoing: Undoing, fields: FieldService, cascades: Cascades): Promise<readonly Renaming[]> {
  const { change, call } = undoing;
  for (const id of await undoing.created("field"))
    await undoing.attempt(
      describe("field", undoing.now("field", id) as Image),
      async () => await fields.delete(id, { values: "drop" }, call),
    );
  const renamings: Renaming[] = [];
  for await (const changed of undoing.changed("field")) {
    const back = undoing.fieldsBack("field", changed);
    // Choices are those of the type that has them.
    if ("type" in back) back["choices"] = changed.was["choices"];
    if (changed.was["name"] !== changed.is["name"]) {
      const [was, is] = [changed.was as unknown as Field, changed.is as unknown as Field];
      renamings.push("name" in back ? { from: is, to: was } : { from: was, to: is });
    }
    if (Object.keys(back).length === 0) continue;
    await undoing.attempt(
      describe("field", changed.now),
      async () => await fields.updateWithin(change, changed.id, new Draft<FieldUpdate>(back, new Problems())),
    );
  }
  for await (const was of undoing.deleted("field")) {
    const field = was as unknown as Field;
    const draft = new Draft<FieldCreate>(givenOf(FieldCreate, was), new Problems());
    await undoing.attempt(describe("field", was), async () => {
      await reviveValues(
        change,
        cascades,
        field,
        fields.declared,
        async () => await fields.createWithin(change, draft, field.id, field.created_at),
      );
    });
  }
  await undoing.nextPart();
  return renamings;
}
