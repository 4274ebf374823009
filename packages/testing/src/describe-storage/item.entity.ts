import { defineTable, type RowOf } from "@cadastre/inventory-core";

const itemTable = defineTable("ConformanceItem", "conformance_item", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  number: { type: "integer" },
  note: { type: "text", nullable: true },
});

/** The table that the suite works on. */
export const ItemEntity = itemTable.entity;

export type Item = RowOf<typeof itemTable>;
