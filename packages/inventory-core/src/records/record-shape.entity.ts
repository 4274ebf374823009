import { defineTable } from "../storage/table.ts";

/** What the database has of each declared kind: JSON of a shape. */
export const RecordShapeEntity = defineTable("RecordShape", "record_shape", {
  kind: { type: "text", primary: true },
  plugin: { type: "text" },
  shape: { type: "text" },
}).entity;
