import { defineTable, type RowOf } from "@cadastre/inventory-core";
import { LEASE_SOURCE_TYPES } from "../source-types.ts";

/** `lease_source`. */
export const leaseSourceTable = defineTable("LeaseSource", "lease_source", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  type: { type: "text", oneOf: LEASE_SOURCE_TYPES },
  path: { type: "text" },
  url: { type: "text" },
  username: { type: "text" },
  /** Encrypted. */
  password: { type: "text", nullable: true, hidden: true },
  /** JSON list of ids. */
  network_ids: { type: "text" },
  interval_minutes: { type: "integer" },
  enabled: { type: "integer" },
  /** Datacenter whose agent reads it; null where servers do. */
  datacenter_id: { type: "text", nullable: true },
  /** When an agent is to read it next, of those that agents read: servers do not see them as due. */
  site_due_at: { type: "text", nullable: true },
  /** JSON of the reading of an agent that is under way; null for none. */
  site_reading: { type: "text", nullable: true, hidden: true },
  /** When a server reads it next; null while it is disabled, and for those that agents read. */
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
