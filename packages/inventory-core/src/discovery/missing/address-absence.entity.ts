import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * A row of `address_absence`: completed scans that covered an address of a device and did not see it, one after the other. `misses` counts
 * them as far as it takes to tell of it; `told_at` is when that was, null until then. It goes when something answers there, and when the
 * device does not hold the address any more.
 */
export const addressAbsenceTable = defineTable("AddressAbsence", "address_absence", {
  space: { type: "integer", primary: true },
  ip_key: { type: "text", primary: true },
  device_id: { type: "text", primary: true },
  misses: { type: "integer" },
  since: { type: "text" },
  told_at: { type: "text", nullable: true },
});

export type AddressAbsenceRow = RowOf<typeof addressAbsenceTable>;

export const AddressAbsenceEntity = addressAbsenceTable.entity;
