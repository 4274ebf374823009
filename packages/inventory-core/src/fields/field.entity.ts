import { DocumentType } from "../storage/document-type.ts";
import { defineTable, type RowOf } from "../storage/table.ts";
import { Field } from "./field.ts";
import { type FieldRecord, isCoreRecord } from "./own-fields.ts";

/** A row of `field`. */
export const fieldTable = defineTable("Field", "field", {
  id: { type: "text", primary: true },
  record: { type: "text" },
  name: { type: "text" },
  label: { type: "text" },
  type: { type: "text" },
  choices: { type: "text" },
  is_required: { type: "integer" },
  is_unique: { type: "integer" },
  description: { type: "text" },
  position: { type: "integer" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type FieldRow = RowOf<typeof fieldTable>;

export const FieldEntity = fieldTable.entity;

/**
 * A row of `field_value`: the value that a record has of a field, as JSON text. `name` is that of the record, so that the index gives
 * records of one value in the order of lists; `key` is what equal values have in common, `unique_key` the same where the field is unique.
 */
const VALUE_COLUMNS = {
  field_id: { type: "text", primary: true },
  record_id: { type: "text", primary: true },
  name: { type: "text" },
  value: { type: "text" },
  key: { type: "text" },
  unique_key: { type: "text", nullable: true },
} as const;

const fieldValueTable = defineTable("FieldValue", "field_value", VALUE_COLUMNS);

/** A row of `record_field_value`: the same of a declared kind (decision 0544). */
const recordFieldValueTable = defineTable("RecordFieldValue", "record_field_value", VALUE_COLUMNS);

/** The table of the values of a kind of record. */
export const valueTable = (record: FieldRecord): typeof fieldValueTable => (isCoreRecord(record) ? fieldValueTable : recordFieldValueTable);

export type FieldValueRow = RowOf<typeof fieldValueTable>;

export const FieldValueEntity = fieldValueTable.entity;

export const RecordFieldValueEntity = recordFieldValueTable.entity;

/** A row of `dropped_field`: a field that is gone, whose values are still to be removed. */
export const droppedFieldTable = defineTable("DroppedField", "dropped_field", {
  id: { type: "text", primary: true },
  record: { type: "text" },
  name: { type: "text" },
});

export const DroppedFieldEntity = droppedFieldTable.entity;

/** Documents of fields. */
export const fieldDocuments = new DocumentType({ table: "field", schema: Field, steps: [] });

/** The field that a row holds. */
export function fieldOf({ is_required: required, is_unique: unique, choices, doc: _, ...row }: FieldRow): Field {
  return {
    ...row,
    record: row.record as Field["record"],
    type: row.type as Field["type"],
    choices: JSON.parse(choices) as string[],
    required: required === 1,
    unique: unique === 1,
  };
}

export function rowOfField({ required, unique, choices, ...field }: Field): FieldRow {
  return {
    ...field,
    choices: JSON.stringify(choices),
    is_required: Number(required),
    is_unique: Number(unique),
    doc: fieldDocuments.write({ required, unique, choices, ...field }),
  };
}
