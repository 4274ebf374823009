import { defineTable, type RowOf } from "../storage/table.ts";
import { columnsAsFields, DocumentType } from "../storage/document-type.ts";
import { Datacenter } from "./datacenter.ts";

/** A row of `datacenter`. `space` numbers its address space; 0 is the space of networks without a datacenter. */
export const datacenterTable = defineTable("Datacenter", "datacenter", {
  id: { type: "text", primary: true },
  space: { type: "integer" },
  name: { type: "text" },
  name_key: { type: "text" },
  /** What search looks through. */
  search_text: { type: "text" },
  location: { type: "text" },
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
  steps: [],
  fromRows: columnsAsFields("datacenter", Datacenter),
});
