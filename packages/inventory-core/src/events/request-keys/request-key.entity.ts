import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `request_key`: what one transaction of a call with an Idempotency-Key answered, written in that transaction.
 * `request` is the digest of the call, `answer` is JSON (null where it was too large to keep).
 */
export interface RequestKeyRow {
  caller: string;
  key: string;
  /** Which transaction of the call it was, from 0: a call of many records has several. */
  part: number;
  request: string;
  answer: string | null;
  created_at: string;
}

export const RequestKeyEntity: EntitySchema<RequestKeyRow> = new EntitySchema<RequestKeyRow>({
  name: "RequestKey",
  tableName: "request_key",
  properties: {
    caller: { type: "text", primary: true },
    key: { type: "text", primary: true },
    part: { type: "integer", primary: true },
    request: { type: "text" },
    answer: { type: "text", nullable: true },
    created_at: { type: "text" },
  },
});
