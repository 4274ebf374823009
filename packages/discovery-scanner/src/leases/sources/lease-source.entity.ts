import { defineTable, type RowOf } from "@cadastre/inventory-core";

/** `lease_source`. */
export const leaseSourceTable = defineTable("LeaseSource", "lease_source", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  type: { type: "text", oneOf: ["dnsmasq", "kea-memfile", "kea-api", "isc-dhcpd"] },
  path: { type: "text" },
  url: { type: "text" },
  username: { type: "text" },
  /** Encrypted. */
  password: { type: "text", nullable: true, hidden: true },
  /** JSON list of ids. */
  network_ids: { type: "text" },
  interval_minutes: { type: "integer" },
  enabled: { type: "integer" },
  /** When it is read next; null while it is disabled. */
  due_at: { type: "text", nullable: true },
  last_read_at: { type: "text", nullable: true },
  last_error: { type: "text" },
  lease_count: { type: "integer" },
  outside_count: { type: "integer" },
  unread_count: { type: "integer" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

export type LeaseSourceRow = RowOf<typeof leaseSourceTable>;

/** `dhcp_lease`: leases in force, as they were told last. */
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
