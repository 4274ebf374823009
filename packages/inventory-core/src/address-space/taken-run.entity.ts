import { EntitySchema } from "@mikro-orm/core";

/** A row of `taken_run`: taken addresses `lo`–`hi` of a space, and `nx`, the address after (null at the end of the family). */
export interface TakenRunRow {
  space: number;
  lo: string;
  hi: string;
  nx: string | null;
}

export const TakenRunEntity: EntitySchema<TakenRunRow> = new EntitySchema<TakenRunRow>({
  name: "TakenRun",
  tableName: "taken_run",
  properties: {
    space: { type: "integer", primary: true },
    lo: { type: "text", primary: true },
    hi: { type: "text" },
    nx: { type: "text", nullable: true },
  },
});
