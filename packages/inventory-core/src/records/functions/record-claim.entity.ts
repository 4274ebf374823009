import { defineTable } from "../../storage/table.ts";

/** Keys that records of declared kinds hold. */
export const RecordClaimEntity = defineTable("RecordClaim", "record_claim", {
  kind: { type: "text", primary: true },
  key: { type: "text", primary: true },
  record_id: { type: "text" },
}).entity;
