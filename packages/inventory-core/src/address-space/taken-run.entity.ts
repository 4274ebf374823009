import { defineTable, type RowOf } from "../storage/table.ts";

/** A row of `taken_run`: taken addresses `lo`–`hi` of a space, and `nx`, the address after (null at the end of the family). */
export const takenRunTable = defineTable("TakenRun", "taken_run", {
  space: { type: "integer", primary: true },
  lo: { type: "text", primary: true },
  hi: { type: "text" },
  nx: { type: "text", nullable: true },
});

export type TakenRunRow = RowOf<typeof takenRunTable>;

export const TakenRunEntity = takenRunTable.entity;
