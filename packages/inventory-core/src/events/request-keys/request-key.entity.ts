import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * A row of `request_key`: what one transaction of a call with an Idempotency-Key answered, written in that transaction.
 * `request` is the digest of the call, `answer` is JSON (null where it was too large to keep).
 */
export const requestKeyTable = defineTable("RequestKey", "request_key", {
  caller: { type: "text", primary: true },
  key: { type: "text", primary: true },
  /** Which transaction of the call it was, from 0: a call of many records has several. */
  part: { type: "integer", primary: true },
  request: { type: "text" },
  answer: { type: "text", nullable: true },
  created_at: { type: "text" },
});

export type RequestKeyRow = RowOf<typeof requestKeyTable>;

export const RequestKeyEntity = requestKeyTable.entity;
