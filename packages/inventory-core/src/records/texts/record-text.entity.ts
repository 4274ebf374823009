import { defineTable } from "../../storage/table.ts";

/**
 * A row of `record_text`: the title of a record of a declared kind, and what search looks through in it. `seq` numbers rows for the text
 * index; the database gives it.
 */
export const recordTextTable = defineTable("RecordText", "record_text", {
  seq: { type: "bigint", persist: false },
  kind: { type: "text", primary: true },
  id: { type: "text", primary: true },
  name: { type: "text" },
  name_key: { type: "text" },
  search_text: { type: "text" },
});

export const RecordTextEntity = recordTextTable.entity;
