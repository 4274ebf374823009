import { defineTable, type RowOf } from "../storage/table.ts";
import { DocumentType } from "../storage/document-type.ts";
import { Conflict } from "./conflict.ts";

/**
 * A row of `conflict`. `subject` is what is contested in the address space: the key of an address, or of a subnet. There
 * is at most one row that is not resolved for a type, space and subject.
 */
export const conflictTable = defineTable("Conflict", "conflict", {
  id: { type: "text", primary: true },
  type: { type: "text" },
  status: { type: "text" },
  space: { type: "integer" },
  subject: { type: "text" },
  detected_at: { type: "text" },
  doc: { type: "text" },
});

export type ConflictRow = RowOf<typeof conflictTable>;

export const ConflictEntity = conflictTable.entity;

/** Documents of conflicts: the only copy of what they say. */
export const conflictDocuments = new DocumentType({
  table: "conflict",
  schema: Conflict,
  times: { set: ["detected_at", "resolved_at", "resolved_by"] },
  steps: [],
});
