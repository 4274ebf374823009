import { defineTable, DocumentType, type Fields, Id, Name, patchOf, recordFields, Timestamp } from "@cadastre/inventory-core";
import { z } from "zod";

/** What a caller sends. */
export const RackCreate = z.object({
  name: Name,
  height_units: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(60, { error: "must be at most 60" })
    .default(42)
    .describe("Height in rack units"),
});

/** What a caller sends to change one: a field that is not sent stays. */
export const RackUpdate = patchOf(RackCreate);

/** What a caller gets: what was sent, and what the service adds. */
export const Rack = z
  .object({ id: Id, ...recordFields(RackCreate), created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: "Rack", description: "A rack" });

export type Rack = z.output<typeof Rack>;
export type RackCreate = Fields<typeof RackCreate>;
export type RackUpdate = Fields<typeof RackUpdate>;

/** What is looked up or ordered by, and the record as it is answered. */
export const rackTable = defineTable("Rack", "rack", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  doc: { type: "text" },
});

/** The records as they are stored. A field that comes later is a step here, and older documents are brought up. */
export const rackDocuments = new DocumentType({ table: "rack", schema: Rack, steps: [] });

/** @param key the type of texts that compare by code point */
const tables = (key: string): readonly string[] => [
  `create table rack (id ${key} primary key, name ${key} not null, doc text not null)`,
  "create unique index rack_name on rack (name)",
];

export const rackMigrations = {
  sqlite: [{ name: "racks/0001-racks", statements: tables("text") }],
  postgresql: [{ name: "racks/0001-racks", statements: tables('text collate "C"') }],
};
