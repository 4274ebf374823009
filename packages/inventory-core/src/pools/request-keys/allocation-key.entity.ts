import { EntitySchema } from "@mikro-orm/core";

/**
 * A row of `allocation_request_key`: what the request key of a pool was first used for. `request` is the request as JSON, to tell a
 * repeated one from another; `addresses` is what it was given, as JSON `[{id, ip}]` with the ids of the allocations.
 */
export interface AllocationKeyRow {
  pool_id: string;
  request_key: string;
  request: string;
  addresses: string;
  created_at: string;
  /** When the last of its allocations ended; null while there is one. */
  ended_at: string | null;
}

export const AllocationKeyEntity: EntitySchema<AllocationKeyRow> = new EntitySchema<AllocationKeyRow>({
  name: "AllocationKey",
  tableName: "allocation_request_key",
  properties: {
    pool_id: { type: "text", primary: true },
    request_key: { type: "text", primary: true },
    request: { type: "text" },
    addresses: { type: "text" },
    created_at: { type: "text" },
    ended_at: { type: "text", nullable: true },
  },
});
