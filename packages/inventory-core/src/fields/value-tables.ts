import { defineTable, type RowOf } from "../storage/table.ts";
import { type FieldRecord, isCoreRecord } from "./own-fields.ts";

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
