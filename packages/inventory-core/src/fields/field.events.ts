import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Field } from "./field.ts";

export const fieldCreated = defineEvent("field.created", "A field of one's own was defined", Field);
export const fieldUpdated = defineEvent(
  "field.updated",
  "Properties of a field of one's own changed",
  Field.extend(CHANGES).meta({
    id: "FieldUpdatedData",
    description: "A field of one's own after a change, with the names of its properties that changed",
  }),
);
export const fieldDeleted = defineEvent(
  "field.deleted",
  "A field of one's own was removed with its values; data is the field as it was",
  Field,
);

export const fieldEvents = [fieldCreated, fieldUpdated, fieldDeleted] as const;
