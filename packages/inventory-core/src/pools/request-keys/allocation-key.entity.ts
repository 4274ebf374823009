import { defineTable } from "../../storage/table.ts";

/**
 * A row of `allocation_request_key`: what the request key of a pool was first used for. `request` is the request as JSON, to tell a
 * repeated one from another; `addresses` is what it was given, as JSON `[{id, ip}]` with the ids of the allocations; `said` is what was
 * passed over for it, or speaks against the address that it named, as JSON: null for nothing.
 */
export const allocationKeyTable = defineTable("AllocationKey", "allocation_request_key", {
  pool_id: { type: "text", primary: true },
  request_key: { type: "text", primary: true },
  request: { type: "text" },
  addresses: { type: "text" },
  created_at: { type: "text" },
  /** When the last of its allocations ended; null while there is one. */
  ended_at: { type: "text", nullable: true },
  said: { type: "text", nullable: true },
});

export const AllocationKeyEntity = allocationKeyTable.entity;
