import { defineTable, type RowOf } from "../storage/table.ts";
import { addedFields, columnsAsFields, DocumentType } from "../storage/document-type.ts";
import { ownDocuments, withOwnFields } from "../fields/own-documents.ts";
import { Network } from "./network.ts";

/**
 * A row of `network`. `seq` numbers networks for the text index; the database gives it. `space` numbers the address space that it is in: of
 * its `space_id`, else of its datacenter, else 0; `used_count` counts the distinct addresses of that space inside the subnet which devices
 * hold, `child_count` the networks whose parent it is.
 */
export const networkTable = defineTable("Network", "network", {
  id: { type: "text", primary: true },
  seq: { type: "bigint", persist: false },
  space: { type: "integer" },
  name: { type: "text" },
  name_key: { type: "text" },
  /** What search looks through. */
  search_text: { type: "text" },
  subnet: { type: "text" },
  first_key: { type: "text" },
  last_key: { type: "text" },
  prefix_length: { type: "integer" },
  cidr_key: { type: "text" },
  vlan_id: { type: "integer", nullable: true },
  /** Id of a VLAN. It counts where `vlan_id` is the number of that: a host of an earlier version writes the number alone. */
  vlan: { type: "text", nullable: true },
  datacenter_id: { type: "text", nullable: true },
  space_id: { type: "text", nullable: true },
  // The tree is kept by statements (`address-space/network-tree.ts`); the unit of work writes these only when the row is new.
  parent_id: { type: "text", nullable: true },
  child_count: { type: "integer" },
  description: { type: "text" },
  status: { type: "text" },
  /** JSON list. What lists are filtered by is {@link networkTagTable}. */
  tags: { type: "text" },
  // Counted by statements of the ledger; the unit of work writes it only when the row is new.
  used_count: { type: "integer" },
  // 1 where `free_block` has its free blocks; set by statements that keep them.
  blocks_kept: { type: "integer" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type NetworkRow = RowOf<typeof networkTable>;

export const NetworkEntity = networkTable.entity;

/** A tag of a network, for look-ups. */
const networkTagTable = defineTable("NetworkTag", "network_tag", {
  network_id: { type: "text", primary: true },
  tag: { type: "text", primary: true },
});

export type NetworkTagRow = RowOf<typeof networkTagTable>;

export const NetworkTagEntity = networkTagTable.entity;

/** The link of a network to a VLAN as far as it counts; null otherwise. @param alias of the table of networks */
export const linkSql = (alias: string): string => `(select v.id from vlan v where v.id = ${alias}.vlan and v.vid = ${alias}.vlan_id)`;

const networkColumns = columnsAsFields("network", Network.omit({ fields: true }), { vlan: linkSql("network") });

/** Documents of networks. */
export const networkDocuments = new DocumentType({
  table: "network",
  schema: Network,
  shown: ["parent_id"],
  // 2: address spaces; 3: own fields; 4: status and tags; 5: VLANs.
  steps: [
    addedFields({ space_id: null }),
    addedFields({ fields: {} }),
    addedFields({ status: "active", tags: [] }),
    addedFields({ vlan: null }),
  ],
  fromRows: withOwnFields("network", async (queries, ids) => {
    const rows = await networkColumns(queries, ids);
    return new Map([...rows].map(([id, row]) => [id, { ...row, tags: JSON.parse(row["tags"] as string) as unknown }]));
  }),
  completion: ownDocuments("network"),
});
