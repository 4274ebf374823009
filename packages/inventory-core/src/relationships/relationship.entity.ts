import { defineTable, type RowOf } from "../storage/table.ts";
import { DocumentType } from "../storage/document-type.ts";
import { Relationship } from "./relationship.ts";

/** A row of `relationship`. */
export const relationshipTable = defineTable("Relationship", "relationship", {
  parent_id: { type: "text", primary: true },
  child_id: { type: "text", primary: true },
  type: { type: "text", primary: true },
  created_at: { type: "text" },
  doc: { type: "text" },
});

export type RelationshipRow = RowOf<typeof relationshipTable>;

export const RelationshipEntity = relationshipTable.entity;

/** Documents of relationships. */
export const relationshipDocuments = new DocumentType({
  table: "relationship",
  schema: Relationship,
  steps: [],
  key: ["parent_id", "child_id", "type"],
});
