import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * A row of `passed_run`: addresses `lo`–`hi` of a space that are taken or passed over, at least one of them the latter, and `nx`, the
 * address after (null at the end of the family). None of them becomes free by time alone before `until_at`.
 */
export const passedRunTable = defineTable("PassedRun", "passed_run", {
  space: { type: "integer", primary: true },
  reason: { type: "text", primary: true },
  lo: { type: "text", primary: true },
  hi: { type: "text" },
  nx: { type: "text", nullable: true },
  until_at: { type: "text" },
});

export type PassedRunRow = RowOf<typeof passedRunTable>;

export const PassedRunEntity = passedRunTable.entity;
