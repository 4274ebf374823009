import { defineTable, type RowOf } from "@cadastre/inventory-core";

/** Leases in force, as of the last reading of their source. */
export const dhcpLeaseTable = defineTable("DhcpLease", "dhcp_lease", {
  source_id: { type: "text", primary: true },
  ip_key: { type: "text", primary: true },
  ip: { type: "text" },
  mac_address: { type: "text" },
  hostname: { type: "text" },
  expires_at: { type: "text", nullable: true },
  /** When it was written as a sighting last. */
  told_at: { type: "text" },
});

export type DhcpLeaseRow = RowOf<typeof dhcpLeaseTable>;
