import { RECORD_TEXT_TABLE } from "./searching/record-text-table.ts";
import { RECORD_CLAIMS, RECORD_SHAPES, SCAN_TURNS, SEEN_INDEXES, SUBNET_INDEXES, VLAN_TABLES } from "./added-tables.ts";
import type { DialectName, MigrationStep, StorageMigration } from "../contract/storage/storage.ts";
import { macEndSql } from "../contract/mac-address.ts";
import { inDialect } from "./dialect-words.ts";
import { newDocumentVersion } from "./document-version.ts";
import { ORDER_INDEXES } from "./paging/order-indexes.ts";

/** The first address of the network of `l.length` bits around a network, as a key: digits, one of which may be cut, and zeros. */
const FIRST_KEY = `substr(network.first_key, 1, 1 + l.length / 4) || substr('0123456789abcdef', 1 + (16 >> (l.length % 4)) *
  (({position}('0123456789abcdef', substr(network.first_key, 2 + l.length / 4, 1)) - 1) / (16 >> (l.length % 4))), 1)
  || substr('${"0".repeat(32)}', 1, length(network.first_key) - l.length / 4 - 2)`;

/** Columns of the audit log that lists are filtered by, with an index each. */
const AUDIT_FILTERS = ["user_id", "username", "resource", "action", "source"];

/** Migrations of the core whose statements both databases take, after those of `sqlite/` and `postgresql/`. */
const MIGRATIONS: readonly StorageMigration[] = [
  {
    // Records are found by their names, in any case.
    name: "core/0015-names",
    statements: [
      `create index network_name_key on network (name_key)`,
      `create index device_name_key on device (name_key)`,
      `create index device_hostname on device (lower(hostname)) where hostname <> ''`,
    ],
  },
  {
    // A datacenter has its private space, as before, until it names another.
    name: "core/0016-spaces",
    statements: [
      `create table space (
        id {text} not null primary key, number integer not null unique, name {text} not null unique, name_key {text} not null,
        search_text text not null, rd text not null, description text not null, created_at text not null, updated_at text not null,
        doc text not null)`,
      `alter table datacenter add column space_id {text} references space (id)`,
      `alter table datacenter add column home integer not null default 0`,
      `update datacenter set home = space`,
      `create index datacenter_space_id on datacenter (space_id) where space_id is not null`,
      `create index datacenter_home on datacenter (home)`,
      `alter table network add column space_id {text} references space (id)`,
      `create index network_space on network (space, name, id)`,
      `create index network_space_id on network (space_id) where space_id is not null`,
      ...newDocumentVersion("datacenter", 2),
      ...newDocumentVersion("network", 2),
    ],
  },
  {
    // Addresses of devices have a hardware address; most of those that are there have none.
    name: "core/0017-address-mac",
    statements: [
      `alter table address add column mac {text} not null default ''`,
      `create index address_mac on address (mac, device_id, id) where mac <> ''`,
      ...newDocumentVersion("device", 2),
    ],
  },
  {
    // Documents gain `fields`, which those of earlier versions are given when they are read.
    name: "core/0018-own-fields",
    statements: [
      `create table field (
        id {text} not null primary key, record {text} not null, name {text} not null, label text not null, type text not null,
        choices text not null, is_required integer not null, is_unique integer not null, description text not null,
        position integer not null, created_at text not null, updated_at text not null, doc text not null)`,
      `create unique index field_name on field (record, name)`,
      `create index field_place on field (record, position, name)`,
      `create table field_value (
        field_id {text} not null, record_id {text} not null, name {text} not null, value text not null, key {text} not null,
        unique_key {text}, primary key (field_id, record_id))`,
      `create index field_value_key on field_value (field_id, key, name, record_id)`,
      `create unique index field_value_once on field_value (field_id, unique_key) where unique_key is not null`,
      `create table dropped_field (id {text} not null primary key, record {text} not null, name {text} not null)`,
      ...newDocumentVersion("datacenter", 3),
      ...newDocumentVersion("network", 3),
      ...newDocumentVersion("pool", 2),
      ...newDocumentVersion("device", 3),
    ],
  },
  {
    name: "core/0019-network-status-tags",
    statements: [
      `alter table network add column status {text} not null default 'active'
        check (status in ('container', 'active', 'reserved', 'deprecated'))`,
      `alter table network add column tags text not null default '[]'`,
      `create index network_status on network (status, name, id)`,
      `create table network_tag (
        network_id {text} not null references network (id) on delete cascade, tag {text} not null, primary key (tag, network_id))`,
      `create index network_tag_network on network_tag (network_id)`,
      ...newDocumentVersion("network", 4),
    ],
  },
  {
    name: "core/0020-plans",
    statements: [
      `create table plan (
        id {text} not null primary key, title text not null, description text not null,
        status {text} not null check (status in ('open', 'applied', 'rejected', 'failed')),
        steps text not null, step_count integer not null, effects text not null, record_count integer not null, basis text not null,
        created_by_id {text}, created_by text not null, created_at {text} not null,
        closed_by_id {text}, closed_by text, closed_at {text}, note text not null, change_id {text}, undoes {text})`,
      `create index plan_status on plan (status, created_at, id)`,
      `create index plan_created on plan (created_at, id)`,
    ],
  },
  {
    // Each network names the one that it lies in: of the lengths that there are, the longest of which the subnet around it is a network.
    name: "core/0021-network-tree",
    statements: [
      `alter table network add column parent_id {text}`,
      `alter table network add column child_count integer not null default 0`,
      `create table network_length (family {text} not null, length integer not null, tail {text} not null, primary key (family, length))`,
      `insert into network_length
         select distinct substr(first_key, 1, 1), prefix_length, substr(cidr_key, length(first_key) + 1) from network`,
      `update network set parent_id = (
         select p.id from network_length l cross join network p
         where l.family = substr(network.first_key, 1, 1) and l.length < network.prefix_length and p.space = network.space
           and p.cidr_key = ${FIRST_KEY} || l.tail
         order by l.length desc, p.id limit 1)`,
      `drop table network_length`,
      `create index network_parent on network (parent_id, first_key, prefix_length, id) where parent_id is not null`,
      `create index network_parent_name on network (parent_id, name, id) where parent_id is not null`,
      `create index network_root_name on network (name, id) where parent_id is null`,
      `create index network_family on network (substr(first_key, 1, 1), name, id)`,
      `create index network_root on network (space, first_key, prefix_length, id) where parent_id is null`,
      `update network set child_count = (select count(*) from network c where c.parent_id = network.id)
         where id in (select parent_id from network where parent_id is not null)`,
    ],
  },
  {
    // What is free in a network as aligned blocks, from the first child on.
    name: "core/0022-free-blocks",
    statements: [
      `alter table network add column blocks_kept integer not null default 0`,
      `create index network_blocks_kept on network (id) where blocks_kept = 1`,
      `create table free_block (
        network_id {text} not null, first_key {text} not null, prefix_length integer not null,
        primary key (network_id, first_key)){clustered}`,
      `create index free_block_length on free_block (network_id, prefix_length, first_key)`,
    ],
  },
  {
    // Keys go with the network that was asked, and what is known of a network that was given with it: hosts of the version before delete
    // networks without a look at them.
    name: "core/0023-network-keys",
    statements: [
      `create table network_request_key (
        network_id {text} not null references network (id) on delete cascade, request_key {text} not null, request text not null,
        networks text not null, created_at {text} not null, ended_at {text}, primary key (network_id, request_key))`,
      `create index network_request_key_ended on network_request_key (ended_at) where ended_at is not null`,
      `create table keyed_network (
        id {text} not null primary key references network (id) on delete cascade,
        network_id {text} not null references network (id) on delete cascade, request_key {text} not null)`,
      `create index keyed_network_key on keyed_network (network_id, request_key)`,
    ],
  },
  {
    // What is there was written before changes had ids.
    name: "core/0030-change-ids",
    statements: [
      `alter table audit add column change_id {text}`,
      `create index audit_change on audit (change_id, seq) where change_id is not null`,
      `alter table event add column change_id {text}`,
    ],
  },
  {
    // What was done to a record is found by its id; ids are of one kind of record each.
    name: "core/0031-history",
    statements: [
      `{only postgresql}alter table audit alter column resource_id type {text}`,
      `create index audit_record on audit (resource_id, seq) where resource_id is not null`,
    ],
  },
  {
    // Who held an address when. Those who hold one are told of by a step; programs of the version before keep none, and a round of the
    // upkeep makes up for it.
    name: "core/0033-address-tenure",
    compatibility: "additive",
    statements: [
      `create table address_tenure (
        space integer not null, ip_key {text} not null, from_at {text} not null, device_id {text} not null, device_name {text} not null,
        mac {text} not null, to_at {text}, change_id {text}, by_id {text}, by_name {text},
        primary key (space, ip_key, from_at, device_id)){clustered}`,
      `create unique index address_tenure_open on address_tenure (space, ip_key, device_id) where to_at is null`,
      `create index address_tenure_end on address_tenure (space, ip_key, to_at) where to_at is not null`,
      `create index address_tenure_age on address_tenure (to_at) where to_at is not null`,
    ],
  },
  {
    // Filters of the audit log. The sealer fills them, many rows in one transaction: writes of the inventory pay nothing.
    name: "core/0034-audit-filters",
    statements: [
      `{only postgresql}alter table audit ${[...AUDIT_FILTERS, "status"].map((column) => `alter column ${column} type {text}`).join(", ")}`,
      ...AUDIT_FILTERS.map((column) => `create index audit_${column} on audit (${column}, seq) where seal_number is not null`),
      `create index audit_failed on audit (status, seq) where seal_number is not null and status = 'failure'`,
    ],
  },
  {
    // How full networks and pools were goes with them: hosts of the version before delete them without a look at it.
    name: "core/0035-utilization-history",
    statements: [
      `create table utilization_day (day integer not null primary key, at {text} not null)`,
      `create table network_utilization (
        network_id {text} not null references network (id) on delete cascade, day integer not null, first_key {text} not null,
        prefix_length integer not null, used_count integer not null, primary key (network_id, day)){clustered}`,
      `create index network_utilization_day on network_utilization (day)`,
      `create table pool_utilization (
        pool_id {text} not null references pool (id) on delete cascade, day integer not null, start_key {text} not null,
        end_key {text} not null, used_count integer not null, primary key (pool_id, day)){clustered}`,
      `create index pool_utilization_day on pool_utilization (day)`,
    ],
  },
  {
    // How what was seen stands to what is recorded; of what is there, a step tells.
    name: "core/0036-seen-against-recorded",
    statements: [
      `alter table discovered_device add column mac_address {text} not null default ''`,
      `alter table discovered_device add column state {text} not null default 'unknown'`,
      `alter table discovered_device add column device_id {text}`,
      `alter table discovered_device add column ignored_at {text}`,
      `alter table discovered_device add column ignore_note text not null default ''`,
      `create index discovered_device_key on discovered_device (ip_key)`,
      `create index discovered_device_mac on discovered_device (mac_address) where mac_address <> ''`,
      `create index discovered_device_device on discovered_device (device_id) where device_id is not null`,
      `create index discovered_device_state on discovered_device (state, network_id, ip_key)`,
      ...newDocumentVersion("discovered_device", 2),
    ],
  },
  {
    // What scans missed of a device goes with it: hosts of the version before delete devices without a look at it.
    name: "core/0037-missing-addresses",
    statements: [
      `create table address_absence (
        space integer not null, ip_key {text} not null, device_id {text} not null references device (id) on delete cascade,
        misses integer not null, since {text} not null, told_at {text}, primary key (space, ip_key, device_id)){clustered}`,
      `create index address_absence_device on address_absence (device_id)`,
      `create index address_absence_told on address_absence (space, ip_key, device_id) where told_at is not null`,
    ],
  },
  {
    // Addresses that are passed over: where a host was seen, and those in quarantine. A round of the upkeep marks what was seen before.
    name: "core/0038-passed-addresses",
    statements: [
      `create table passed_address (
        space integer not null, ip_key {text} not null, reason {text} not null, until_at {text} not null, last_seen {text}, pool_id {text},
        primary key (space, ip_key, reason)){clustered}`,
      `create index passed_address_until on passed_address (until_at)`,
      `create index passed_address_pool on passed_address (pool_id) where pool_id is not null`,
      `create table passed_run (
        space integer not null, reason {text} not null, lo {text} not null, hi {text} not null, nx {text}, until_at {text} not null,
        primary key (space, reason, lo)){clustered}`,
      `create index passed_run_until on passed_run (until_at)`,
      `alter table pool add column quarantine_seconds integer not null default 0`,
      ...newDocumentVersion("pool", 3),
    ],
  },
  {
    // Which agent runs a scan, and which batches of its reports have come since it was claimed.
    name: "core/0040-scans-of-agents",
    statements: [
      "alter table scan add column agent_id {text}",
      "alter table scan add column batches text not null default ''",
      "create index scan_of_agent on scan (agent_id) where agent_id is not null and status in ('pending', 'running')",
      ...newDocumentVersion("scan", 2),
    ],
  },
  {
    // Rules may have a schedule in place of an interval; those that are there have an interval.
    name: "core/0043-rule-schedules",
    statements: [...newDocumentVersion("discovery_rule", 2)],
  },
  {
    // The networks of a VLAN in the order of lists.
    name: "core/0044-networks-of-a-vlan",
    statements: [`create index network_vlan on network (vlan_id, name, id) where vlan_id is not null`],
  },
  {
    // What else the answer to a request key of a pool said; of answers before, nobody knows.
    name: "core/0048-said-under-keys",
    statements: ["alter table allocation_request_key add column said {text}"],
  },
  {
    // The devices of a tag in the order of lists: the key of a row has the name of its device after the tag.
    name: "core/0049-tags-by-name",
    statements: [
      `{only sqlite}create table device_tag_new (
        tag text not null, name text not null, device_id text not null references device (id), position integer not null,
        primary key (tag, name, device_id)) without rowid`,
      `{only sqlite}insert into device_tag_new (tag, name, device_id, position)
        select x.tag, d.name, x.device_id, x.position from device_tag x join device d on d.id = x.device_id
        order by x.tag, d.name, x.device_id`,
      "{only sqlite}drop table device_tag",
      "{only sqlite}alter table device_tag_new rename to device_tag",
      "{only sqlite}create index device_tag_device on device_tag (device_id, position)",
      "{only postgresql}alter table device_tag drop constraint device_tag_pkey",
      "{only postgresql}alter table device_tag add column name {text}",
      "{only postgresql}update device_tag set name = d.name from device d where d.id = device_tag.device_id",
      "{only postgresql}alter table device_tag alter column name set not null",
      "{only postgresql}alter table device_tag add primary key (tag, name, device_id)",
    ],
  },
  {
    // How many devices there are of each status, in rows that are added up.
    name: "core/0050-counted-devices",
    statements: [
      `create table device_count (
        status {text} not null, slot integer not null, devices integer not null, primary key (status, slot)){clustered}`,
      "insert into device_count (status, slot, devices) select status, 0, count(*) from device group by status",
    ],
  },
  {
    // Search finds networks by a text index, whose entries have their numbers, and knows by these what it has given.
    name: "core/0051-text-index-of-networks",
    compatibility: "additive",
    statements: [
      "{only sqlite}alter table network add column seq integer not null default 0",
      "{only sqlite}update network set seq = rowid",
      "{only sqlite}create index network_seq on network (seq)",
      `{only sqlite}create virtual table network_search
        using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
      "{only sqlite}insert into network_search (rowid, text) select seq, search_text from network",
      // A column that is added cannot number rows by itself.
      `{only sqlite}create trigger network_search_insert after insert on network begin
        update network set seq = (select max(seq) + 1 from network) where rowid = new.rowid;
        insert into network_search (rowid, text) select seq, search_text from network where rowid = new.rowid; end`,
      `{only sqlite}create trigger network_search_update after update of search_text on network
        when old.search_text <> new.search_text begin
        delete from network_search where rowid = old.seq;
        insert into network_search (rowid, text) values (new.seq, new.search_text); end`,
      `{only sqlite}create trigger network_search_delete after delete on network begin
        delete from network_search where rowid = old.seq; end`,
      "{only postgresql}alter table network add column seq bigint generated always as identity unique",
      "{only postgresql}create index network_search on network using gin (search_text gin_trgm_ops)",
    ],
  },
  {
    // Reserved addresses are those at which networks begin and end. Earlier days of a pool counted none of them.
    name: "core/0052-reserved-addresses",
    compatibility: "additive",
    statements: [
      "create index network_end on network (space, last_key, prefix_length)",
      "alter table pool_utilization add column reserved_count integer not null default 0",
    ],
  },
  {
    // Search finds devices by the end of a hardware address.
    name: "core/0053-mac-ends",
    compatibility: "additive",
    statements: [`create index address_mac_end on address ((${macEndSql("mac")}), device_id, id) where mac <> ''`],
  },
  {
    // A plan says who last rehearsed it again.
    name: "core/0054-plan-refreshes",
    compatibility: "additive",
    statements: ["refreshed_by_id", "refreshed_by", "refreshed_at"].map((name) => `alter table plan add column ${name} {text}`),
  },
  {
    // Effects of plans are stored compressed and in parts, and plans expire.
    name: "core/0055-plan-effect-parts",
    compatibility: "additive",
    statements: [
      `create table plan_effect_part (
        plan_id {text} not null references plan (id) on delete cascade, position integer not null, list {text} not null,
        group_numbers text not null, kept text not null, shown text, primary key (plan_id, position))`,
      "alter table plan add column effect_groups text",
      "alter table plan add column bytes integer not null default 0",
      "alter table plan add column expired_at {text}",
      "update plan set bytes = length(steps) + length(effects) + length(basis) where status = 'open'",
      "create index plan_creator on plan (created_by_id, status, bytes)",
    ],
  },
  {
    // Writes look up which prefix lengths a space has, and blocks by length in an index that nothing else can use.
    name: "core/0056-prefix-lengths",
    compatibility: "additive",
    statements: [
      "create index network_length on network (space, prefix_length)",
      "drop index free_block_length",
      "create index free_block_length on free_block ((network_id || ''), prefix_length, first_key)",
    ],
  },
  {
    // The history of a datacenter or network finds what was inside it.
    name: "core/0059-former-places",
    compatibility: "additive",
    statements: ["former_datacenter_id", "former_container_id"].flatMap((name) => [
      `alter table audit add column ${name} {text}`,
      `create index audit_${name} on audit (${name}, resource_id) where ${name} is not null`,
    ]),
  },
  {
    // An update of many texts deletes as many entries. By default FTS5 merges a segment again for each tenth of it that is deleted.
    name: "core/0060-deleted-entries-of-text-indexes",
    compatibility: "additive",
    statements: ["device_search", "network_search"].map(
      (table) => `{only sqlite}insert into ${table} (${table}, rank) values ('deletemerge', 50)`,
    ),
  },
  {
    // Pools are found by their natural key in a network of thousands.
    name: "core/0061-pools-by-name",
    compatibility: "additive",
    statements: ["create index pool_name on pool (network_id, name, id)"],
  },
  {
    // Durable subscriptions of programs, each with its cursor and the lease of the process that calls its handler.
    name: "core/0062-event-subscriptions",
    compatibility: "additive",
    statements: [
      `create table event_subscription (
        name {text} not null primary key, cursor text not null, token text, lease_until bigint not null,
        failures integer not null, error text not null, created_at {text} not null, updated_at {text} not null){clustered}`,
    ],
  },
  // Lists are sorted by more than their names, each order by an index.
  { name: "core/0063-orders-of-lists", compatibility: "additive", statements: ORDER_INDEXES },
  {
    // Declared kinds of record: shapes, texts and claims. PostgreSQL gets the function of SQLite for texts in JSON.
    name: "core/0064-declared-records",
    compatibility: "additive",
    statements: [...RECORD_SHAPES, ...RECORD_TEXT_TABLE, ...RECORD_CLAIMS],
  },
  // Networks name their VLAN.
  { name: "core/0065-vlans", compatibility: "additive", statements: VLAN_TABLES },
  // Old events are purged in the order of the log.
  { name: "core/0066-event-log-order", compatibility: "additive", statements: ["drop index event_time"] },
  { name: "core/0067-callers-of-scans", compatibility: "additive", statements: SCAN_TURNS },
  { name: "core/0068-networks-of-a-subnet", compatibility: "additive", statements: SUBNET_INDEXES },
  { name: "core/0069-discovered-devices-of-a-mac", compatibility: "additive", statements: SEEN_INDEXES },
];

/** {@link MIGRATIONS} in the words of a database. @param steps what they do in code, by name */
export function sharedMigrations(dialect: DialectName, steps: Readonly<Record<string, MigrationStep>> = {}): readonly StorageMigration[] {
  return MIGRATIONS.map((migration) => ({
    ...migration,
    ...(steps[migration.name] === undefined ? {} : { step: steps[migration.name] as MigrationStep }),
    statements: inDialect(migration.statements, dialect),
  }));
}
