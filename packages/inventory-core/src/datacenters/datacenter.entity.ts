import { defineTable, type RowOf } from "../storage/table.ts";
import { addedFields, columnsAsFields, DocumentType } from "../storage/document-type.ts";
import { ownDocuments, withOwnFields } from "../fields/own-documents.ts";
import { Datacenter } from "./datacenter.ts";

/** A row of `datacenter`. `space` numbers its private address space, `home` the one that it is in: of `space_id`, else the private one. */
export const datacenterTable = defineTable("Datacenter", "datacenter", {
  id: { type: "text", primary: true },
  space: { type: "integer" },
  home: { type: "integer" },
  name: { type: "text" },
  name_key: { type: "text" },
  /** What search looks through. */
  search_text: { type: "text" },
  location: { type: "text" },
  space_id: { type: "text", nullable: true },
  description: { type: "text" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type DatacenterRow = RowOf<typeof datacenterTable>;

export const DatacenterEntity = datacenterTable.entity;

/** Documents of datacenters. */
export const datacenterDocuments = new DocumentType({
  table: "datacenter",
  schema: Datacenter,
  // 2: address spaces; 3: own fields.
  steps: [addedFields({ space_id: null }), addedFields({ fields: {} })],
  fromRows: withOwnFields("datacenter", columnsAsFields("datacenter", Datacenter.omit({ fields: true }))),
  completion: ownDocuments("datacenter"),
});
