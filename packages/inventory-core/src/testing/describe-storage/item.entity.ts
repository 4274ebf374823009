import { EntitySchema } from "@mikro-orm/core";
import type { StoredEntity } from "../../contract/storage/unit-of-work.ts";

/** A row of the table that the suite works on. */
export interface Item {
  id: string;
  name: string;
  number: number;
  note: string | null;
}

export const ItemEntity: StoredEntity<Item> = new EntitySchema<Item>({
  name: "ConformanceItem",
  tableName: "conformance_item",
  properties: {
    id: { type: "text", primary: true },
    name: { type: "text" },
    number: { type: "integer" },
    note: { type: "text", nullable: true },
  },
});
