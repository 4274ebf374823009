import { defineTable, type RowOf } from "../storage/table.ts";
import { columnsAsFields, DocumentType } from "../storage/document-type.ts";
import { Space } from "./space.ts";

/** A row of `space`. Addresses, networks and conflicts name the space they are in by `number`. */
export const spaceTable = defineTable("Space", "space", {
  id: { type: "text", primary: true },
  number: { type: "integer" },
  name: { type: "text" },
  name_key: { type: "text" },
  /** What search looks through. */
  search_text: { type: "text" },
  rd: { type: "text" },
  description: { type: "text" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type SpaceRow = RowOf<typeof spaceTable>;

export const SpaceEntity = spaceTable.entity;

/** Documents of spaces. */
export const spaceDocuments = new DocumentType({
  table: "space",
  schema: Space,
  steps: [],
  fromRows: columnsAsFields("space", Space),
});
