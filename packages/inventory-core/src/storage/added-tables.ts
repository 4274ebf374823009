/**
 * Shapes of declared kinds of record; the function of SQLite for texts in JSON, on PostgreSQL. It is stable as `to_json` is: PostgreSQL
 * calls an immutable function of it for each value, and puts the body of a stable one into the statement.
 */
export const RECORD_SHAPES: readonly string[] = [
  `create table record_shape (kind {text} not null primary key, plugin {text} not null, shape text not null){clustered}`,
  `{only postgresql}create or replace function json_quote(value text) returns text language sql stable parallel safe
     return to_json(value)::text`,
  // As `field_value`, for declared kinds.
  `create table record_field_value (
    field_id {text} not null, record_id {text} not null, name {text} not null, value text not null, key {text} not null,
    unique_key {text}, primary key (field_id, record_id))`,
  `create index record_field_value_key on record_field_value (field_id, key, name, record_id)`,
  `create unique index record_field_value_once on record_field_value (field_id, unique_key) where unique_key is not null`,
];

/** VLANs of networks, and request keys of their groups. No foreign key refers to VLANs, whose table follows from their declaration. */
export const VLAN_TABLES: readonly string[] = [
  "alter table network add column vlan {text}",
  "create index network_of_vlan on network (vlan, id) where vlan is not null",
  `create table vlan_request_key (
    group_id {text} not null, request_key {text} not null, request text not null, vlans text not null, created_at {text} not null,
    ended_at {text}, primary key (group_id, request_key)){clustered}`,
];

/** Keys that records of declared kinds hold. */
export const RECORD_CLAIMS: readonly string[] = [
  `create table record_claim (kind {text} not null, key {text} not null, record_id {text} not null, primary key (kind, key)){clustered}`,
  "create index record_claim_record on record_claim (kind, record_id)",
];

/** Who asked for a scan, and when a host took it: callers take turns. */
export const SCAN_TURNS: readonly string[] = [
  "alter table scan add column caller {text} not null default ''",
  "alter table scan add column claimed_at {text}",
  "create index scan_caller on scan (caller, claimed_at) where claimed_at is not null",
];

/** Find the oldest network of a subnet, and those that keep free blocks, among thousands with the same subnet. */
export const SUBNET_INDEXES: readonly string[] = [
  "create index network_subnet on network (space, cidr_key, id)",
  "create index network_blocks on network (space, cidr_key) where blocks_kept = 1",
  "drop index network_cidr",
];

/** Go through the discovered devices of one MAC address, or of one device, in slices. */
export const SEEN_INDEXES: readonly string[] = [
  "create index discovered_device_of_mac on discovered_device (mac_address, id) where mac_address <> ''",
  "create index discovered_device_of_device on discovered_device (device_id, id) where device_id is not null",
  "drop index discovered_device_mac",
  "drop index discovered_device_device",
];
