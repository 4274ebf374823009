import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `pool`. `first_free` and `last_free` bound what may be handed out: the pool without the addresses of its subnet
 * that are never handed out, null when nothing is left. Counters are of distinct addresses in its range, of its space.
 */
export interface PoolRow {
  id: string;
  network_id: string;
  name: string;
  start_ip: string;
  end_ip: string;
  start_key: string;
  end_key: string;
  first_free: string | null;
  last_free: string | null;
  description: string;
  tags: string;
  used_count: number;
  held_count: number;
  created_at: string;
  updated_at: string;
  doc: string;
}

export const PoolEntity: EntitySchema<PoolRow> = new EntitySchema<PoolRow>({
  name: "Pool",
  tableName: "pool",
  properties: {
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
    // Counted by statements of the ledger; the unit of work writes them only when the row is new.
    used_count: { type: "integer" },
    held_count: { type: "integer" },
    created_at: { type: "text" },
    updated_at: { type: "text" },
    doc: { type: "text" },
  },
});
