/** Indexes of the orders of lists: what `sort` takes (`paged` of an operation). */
export const ORDER_INDEXES: readonly string[] = [
  "{only postgresql}alter table device alter column updated_at type {text}",
  "{only postgresql}alter table network alter column updated_at type {text}",
  "create index device_created on device (created_at, id)",
  "create index device_updated on device (updated_at, id)",
  "create index network_address on network (first_key, prefix_length, id)",
  "create index network_root_address on network (first_key, prefix_length, id) where parent_id is null",
  "create index network_vlan_id on network (vlan_id, id)",
  "create index network_updated on network (updated_at, id)",
  "create index discovered_device_seen on discovered_device (last_seen, id)",
  // A table of SQLite in the order of its key has the key in its indexes already.
  "{only postgresql}drop index discovered_device_key",
  "{only postgresql}create index discovered_device_key on discovered_device (ip_key, id)",
];
