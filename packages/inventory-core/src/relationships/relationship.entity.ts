import { EntitySchema } from "@mikro-orm/core";

/** A row of `relationship`. */
export interface RelationshipRow {
  parent_id: string;
  child_id: string;
  type: string;
  created_at: string;
  doc: string;
}

export const RelationshipEntity: EntitySchema<RelationshipRow> = new EntitySchema<RelationshipRow>({
  name: "Relationship",
  tableName: "relationship",
  properties: {
    parent_id: { type: "text", primary: true },
    child_id: { type: "text", primary: true },
    type: { type: "text", primary: true },
    created_at: { type: "text" },
    doc: { type: "text" },
  },
});
