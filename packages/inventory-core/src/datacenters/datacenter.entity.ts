import { EntitySchema } from "@mikro-orm/core";

/** A row of `datacenter`. `space` numbers its address space; 0 is the space of networks without a datacenter. */
export interface DatacenterRow {
  id: string;
  space: number;
  name: string;
  name_key: string;
  /** What search looks through. */
  search_text: string;
  location: string;
  description: string;
  created_at: string;
  updated_at: string;
  doc: string;
}

export const DatacenterEntity: EntitySchema<DatacenterRow> = new EntitySchema<DatacenterRow>({
  name: "Datacenter",
  tableName: "datacenter",
  properties: {
    id: { type: "text", primary: true },
    space: { type: "integer" },
    name: { type: "text" },
    name_key: { type: "text" },
    search_text: { type: "text" },
    location: { type: "text" },
    description: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" },
    doc: { type: "text" },
  },
});
