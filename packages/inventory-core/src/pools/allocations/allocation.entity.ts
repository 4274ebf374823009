import { defineTable, type RowOf } from "../../storage/table.ts";

/** A row of `allocation`. `request` is the request as JSON, to tell a repeated one from another with the same key. */
export const allocationTable = defineTable("Allocation", "allocation", {
  id: { type: "text", primary: true },
  pool_id: { type: "text" },
  space: { type: "integer" },
  ip: { type: "text" },
  ip_key: { type: "text" },
  status: { type: "text" },
  request_key: { type: "text", nullable: true },
  request: { type: "text" },
  note: { type: "text" },
  device_id: { type: "text", nullable: true },
  created_at: { type: "text" },
  expires_at: { type: "text", nullable: true },
  doc: { type: "text" },
});

export type AllocationRow = RowOf<typeof allocationTable>;

export const AllocationEntity = allocationTable.entity;
