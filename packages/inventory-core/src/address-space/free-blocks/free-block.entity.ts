import { defineTable, type RowOf } from "../../storage/table.ts";

/** A row of `free_block`: an aligned block of a network whose addresses are all free, and that is in no larger one. */
export const freeBlockTable = defineTable("FreeBlock", "free_block", {
  network_id: { type: "text", primary: true },
  first_key: { type: "text", primary: true },
  prefix_length: { type: "integer" },
});

export type FreeBlockRow = RowOf<typeof freeBlockTable>;

export const FreeBlockEntity = freeBlockTable.entity;
