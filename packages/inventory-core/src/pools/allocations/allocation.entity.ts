import { EntitySchema } from "@mikro-orm/core";

/** A row of `allocation`. `request` is the request as JSON, to tell a repeated one from another with the same key. */
export interface AllocationRow {
  id: string;
  pool_id: string;
  space: number;
  ip: string;
  ip_key: string;
  status: string;
  request_key: string | null;
  request: string;
  note: string;
  device_id: string | null;
  created_at: string;
  expires_at: string | null;
  doc: string;
}

export const AllocationEntity: EntitySchema<AllocationRow> = new EntitySchema<AllocationRow>({
  name: "Allocation",
  tableName: "allocation",
  properties: {
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
  },
});
