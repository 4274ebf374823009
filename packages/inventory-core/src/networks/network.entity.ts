import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `network`. `space` is its datacenter's address space (0 without one); `used_count` counts the distinct
 * addresses of that space inside the subnet which devices hold.
 */
export interface NetworkRow {
  id: string;
  space: number;
  name: string;
  name_key: string;
  /** What search looks through. */
  search_text: string;
  subnet: string;
  first_key: string;
  last_key: string;
  prefix_length: number;
  cidr_key: string;
  vlan_id: number | null;
  datacenter_id: string | null;
  description: string;
  used_count: number;
  created_at: string;
  updated_at: string;
  doc: string;
}

export const NetworkEntity: EntitySchema<NetworkRow> = new EntitySchema<NetworkRow>({
  name: "Network",
  tableName: "network",
  properties: {
    id: { type: "text", primary: true },
    space: { type: "integer" },
    name: { type: "text" },
    name_key: { type: "text" },
    search_text: { type: "text" },
    subnet: { type: "text" },
    first_key: { type: "text" },
    last_key: { type: "text" },
    prefix_length: { type: "integer" },
    cidr_key: { type: "text" },
    vlan_id: { type: "integer", nullable: true },
    datacenter_id: { type: "text", nullable: true },
    description: { type: "text" },
    // Counted by statements of the ledger; the unit of work writes it only when the row is new.
    used_count: { type: "integer" },
    created_at: { type: "text" },
    updated_at: { type: "text" },
    doc: { type: "text" },
  },
});
