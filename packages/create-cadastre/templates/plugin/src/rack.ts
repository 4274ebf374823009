import { defineRecord, integer, name } from "@cadastre/inventory-core/records";

export const Rack = defineRecord({
  name: "rack",
  fields: {
    name: name(),
    height_units: integer({ min: 1, max: 60 }).default(42).describe("Height in rack units"),
  },
  unique: [["name"]],
  search: ["name"],
});
