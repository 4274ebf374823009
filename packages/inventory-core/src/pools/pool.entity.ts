import { defineTable, type RowOf } from "../storage/table.ts";
import { addedFields, columnsAsFields, DocumentType } from "../storage/document-type.ts";
import { ownDocuments, withOwnFields } from "../fields/own-documents.ts";
import { Pool } from "./pool.ts";

/**
 * A row of `pool`. `first_free` and `last_free` are kept for earlier versions, which hand out what lies between them: the pool without the
 * reserved addresses of its own subnet, null when nothing is left. Counters are of distinct addresses in its range, of its space.
 */
export const poolTable = defineTable("Pool", "pool", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  name: { type: "text" },
  start_ip: { type: "text" },
  end_ip: { type: "text" },
  start_key: { type: "text" },
  end_key: { type: "text" },
  first_free: { type: "text", nullable: true },
  last_free: { type: "text", nullable: true },
  description: { type: "text" },
  tags: { type: "text" },
  quarantine_seconds: { type: "integer" },
  // Counted by statements of the ledger; the unit of work writes them only when the row is new.
  used_count: { type: "integer" },
  held_count: { type: "integer" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
  doc: { type: "text" },
});

export type PoolRow = RowOf<typeof poolTable>;

export const PoolEntity = poolTable.entity;

const poolColumns = columnsAsFields("pool", Pool.omit({ fields: true }));

/** Documents of pools. */
export const poolDocuments = new DocumentType({
  table: "pool",
  schema: Pool,
  // 2: own fields. 3: quarantine.
  steps: [addedFields({ fields: {} }), addedFields({ quarantine_seconds: 0 })],
  fromRows: withOwnFields("pool", async (queries, ids) => {
    const rows = await poolColumns(queries, ids);
    return new Map([...rows].map(([id, row]) => [id, { ...row, tags: JSON.parse(row["tags"] as string) as unknown }]));
  }),
  completion: ownDocuments("pool"),
});
