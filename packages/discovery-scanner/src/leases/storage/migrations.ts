import type { DialectName, StorageMigration } from "@cadastre/inventory-core";

/** @param key type of a text that is looked up or ordered by, and compares by code point on both databases */
const migrations = (key: string): readonly StorageMigration[] => [
  {
    name: "lease-sources/0001-sources-and-leases",
    statements: [
      `create table lease_source (
        id ${key} primary key, name ${key} not null, type text not null, path text not null, url text not null, username text not null,
        password text, network_ids text not null, interval_minutes integer not null, enabled integer not null, due_at ${key},
        last_read_at text, last_error text not null, lease_count integer not null, outside_count integer not null,
        unread_count integer not null, created_at text not null, updated_at text not null)`,
      `create index lease_source_name on lease_source (name, id)`,
      `create index lease_source_due on lease_source (due_at) where due_at is not null`,
      `create table dhcp_lease (
        source_id ${key} not null references lease_source (id) on delete cascade, ip_key ${key} not null, ip text not null,
        mac_address text not null, hostname text not null, expires_at text, told_at text not null, primary key (source_id, ip_key))`,
    ],
  },
  {
    name: "lease-sources/0002-read-by-agents",
    // An earlier version sees sources of agents as disabled, and does not read them.
    compatibility: "additive",
    statements: [
      `alter table lease_source add column datacenter_id ${key}`,
      `alter table lease_source add column site_due_at ${key}`,
      `alter table lease_source add column site_reading text`,
      `create index lease_source_site_due on lease_source (site_due_at) where site_due_at is not null`,
    ],
  },
];

/** What brings a database of either dialect to the newest version. */
export const leaseMigrations: Readonly<Record<DialectName, readonly StorageMigration[]>> = {
  sqlite: migrations("text"),
  postgresql: migrations('text collate "C"'),
};
