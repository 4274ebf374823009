import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * A row of `address_tenure`: from when to when a device held an address of a space, under one name and with one hardware address. `to_at`
 * is null while it does; there is one such row for each device and address. Whoever held an address before tenures were kept has one
 * without a change.
 */
export const tenureTable = defineTable("AddressTenure", "address_tenure", {
  space: { type: "integer", primary: true },
  ip_key: { type: "text", primary: true },
  from_at: { type: "text", primary: true },
  device_id: { type: "text", primary: true },
  device_name: { type: "text" },
  mac: { type: "text" },
  to_at: { type: "text", nullable: true },
  change_id: { type: "text", nullable: true },
  by_id: { type: "text", nullable: true },
  by_name: { type: "text", nullable: true },
});

export type TenureRow = RowOf<typeof tenureTable>;

export const TenureEntity = tenureTable.entity;
