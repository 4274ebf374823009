import type { StorageMigration } from "../../contract/storage/storage.ts";

/** The core's tables on PostgreSQL. Text compares by code point (COLLATE "C"), as on SQLite. */
export const postgresqlMigrations: readonly StorageMigration[] = [
  {
    name: "core/0001-inventory",
    statements: [
      `create table datacenter (
        id text collate "C" primary key, space integer not null unique, name text collate "C" not null, name_key text collate "C" not null,
        location text not null,
        description text not null, created_at text collate "C" not null, updated_at text not null, doc text not null)`,
      `create index datacenter_name on datacenter (name, id)`,

      `create table network (
        id text collate "C" primary key, space integer not null, name text collate "C" not null, name_key text collate "C" not null,
        subnet text not null,
        first_key text collate "C" not null, last_key text collate "C" not null, prefix_length integer not null,
        cidr_key text collate "C" not null, vlan_id integer,
        datacenter_id text references datacenter (id), description text not null, used_count bigint not null,
        created_at text collate "C" not null, updated_at text not null, doc text not null)`,
      `create index network_name on network (name, id)`,
      `create index network_cidr on network (space, cidr_key)`,
      `create index network_datacenter on network (datacenter_id, name, id)`,

      `create table pool (
        id text collate "C" primary key, network_id text not null references network (id), name text collate "C" not null,
        start_ip text not null,
        end_ip text not null, start_key text collate "C" not null, end_key text collate "C" not null, first_free text collate "C",
        last_free text collate "C", description text not null, tags text not null,
        used_count bigint not null, held_count bigint not null, created_at text collate "C" not null, updated_at text not null,
        doc text not null)`,
      `create index pool_range on pool (network_id, start_key)`,

      `create table device (
        seq bigint generated always as identity unique, id text collate "C" primary key, name text collate "C" not null,
        name_key text collate "C" not null, hostname text not null,
        description text not null, make_model text not null, os text not null, datacenter_id text references datacenter (id),
        username text not null, location text not null, status text collate "C" not null, search_text text not null,
        created_at text collate "C" not null, updated_at text not null, doc text not null)`,
      `create index device_name on device (name, id)`,
      `create index device_datacenter on device (datacenter_id, name, id)`,
      `create index device_status on device (status, name, id)`,
      `create extension if not exists pg_trgm`,
      `create index device_search on device using gin (search_text gin_trgm_ops)`,

      `create table address (
        id text collate "C" primary key, device_id text not null references device (id), position integer not null, space integer not null,
        ip text not null, ip_key text collate "C" not null, port integer, type text not null, label text not null,
        network_id text references network (id), switch_port text not null, pool_id text references pool (id))`,
      `create index address_key on address (space, ip_key)`,
      `create index address_device on address (device_id, position)`,
      `create index address_network on address (network_id, device_id)`,
      `create index address_pool on address (pool_id)`,

      `create table device_tag (
        device_id text not null references device (id), tag text collate "C" not null, position integer not null,
        primary key (tag, device_id))`,
      `create index device_tag_device on device_tag (device_id, position)`,

      `create table device_domain (
        device_id text not null references device (id), position integer not null, domain text not null,
        primary key (device_id, position))`,

      `create table relationship (
        parent_id text not null references device (id), child_id text not null references device (id), type text not null,
        created_at text collate "C" not null, doc text not null, primary key (parent_id, child_id, type))`,
      `create index relationship_child on relationship (child_id)`,

      `create table allocation (
        id text collate "C" primary key, pool_id text not null references pool (id), space integer not null, ip text not null,
        ip_key text collate "C" not null, status text collate "C" not null, request_key text collate "C", request text not null,
        note text not null,
        device_id text references device (id), created_at text collate "C" not null, expires_at text collate "C", doc text not null)`,
      `create index allocation_key on allocation (space, ip_key)`,
      `create index allocation_pool on allocation (pool_id, ip_key)`,
      `create index allocation_request on allocation (pool_id, request_key)`,
      `create index allocation_expiry on allocation (expires_at)`,
      `create index allocation_device on allocation (device_id)`,

      `create table taken_run (
        space integer not null, lo text collate "C" not null, hi text collate "C" not null, nx text collate "C", primary key (space, lo))`,

      `create table event (
        seq bigint generated always as identity primary key, txid bigint not null default (pg_current_xact_id()::text::bigint),
        id text collate "C" not null unique, event text not null,
        record_id text not null, occurred_at text collate "C" not null, data text not null)`,
      `create index event_time on event (occurred_at)`,

      `create table audit (
        seq bigint generated always as identity primary key, id text collate "C" not null unique, timestamp text collate "C" not null,
        action text not null,
        resource text not null, resource_id text, user_id text, username text not null, ip_address text, source text not null,
        status text collate "C" not null, error text not null, changes text not null, request_id text)`,
      `create index audit_time on audit (timestamp)`,

      `create table setting (name text collate "C" primary key, value text not null)`,
    ],
  },
  {
    name: "core/0002-conflicts",
    statements: [
      `create table conflict (
        id text collate "C" primary key, type text collate "C" not null, status text collate "C" not null, space integer not null,
        subject text collate "C" not null, detected_at text collate "C" not null, doc text not null)`,
      `create unique index conflict_open on conflict (type, space, subject) where status <> 'resolved'`,
      `create index conflict_time on conflict (detected_at, id)`,
    ],
  },
  {
    // Fewer pages for each change: indexes leave out what nobody looks up by.
    name: "core/0003-lighter-writes",
    statements: [
      `drop index allocation_request`,
      `drop index allocation_expiry`,
      `drop index allocation_device`,
      `create index allocation_request on allocation (pool_id, request_key) where request_key is not null`,
      `create index allocation_expiry on allocation (expires_at) where expires_at is not null`,
      `create index allocation_space_expiry on allocation (space, expires_at) where expires_at is not null`,
      `create index allocation_device on allocation (device_id) where device_id is not null`,
      `drop index address_network`,
      `drop index address_pool`,
      `create index address_network on address (network_id, device_id) where network_id is not null`,
      `create index address_pool on address (pool_id) where pool_id is not null`,
      `alter table audit drop constraint audit_id_key`,
    ],
  },
  {
    // Counts of requests that hosts have in common. The HTTP edge owns them; they are here so that programs without it open the database.
    name: "core/0004-rate-limits",
    statements: [
      // What a crash loses of the windows is refilled within one, hence unlogged.
      `create unlogged table http_rate_window (client text collate "C" not null, ends_at bigint not null, points integer not null, ` +
        `primary key (client, ends_at))`,
      `create index http_rate_window_end on http_rate_window (ends_at)`,
      `create table http_exact_limit (client text collate "C" primary key, ends_at bigint not null, points integer not null)`,
      `create index http_exact_limit_end on http_exact_limit (ends_at)`,
    ],
  },
  {
    // Sealing writes these. Rows commit in another order than that of seq, so an index has those that are not sealed yet.
    name: "core/0005-audit-seal",
    statements: [
      `alter table audit add column seal_number bigint, add column seal_key text collate "C", add column seal_row text, add column ` +
        `seal text`,
      `create unique index audit_sealed on audit (seal_number) where seal_number is not null`,
      `create index audit_id on audit (id) where seal_number is not null`,
      `create index audit_unsealed on audit (seq) where seal_number is null`,
      `create function audit_refuse() returns trigger language plpgsql as $body$ begin
        raise exception 'sealed audit rows are not changed, and deleted by retention only'; end $body$`,
      `create function audit_refuse_delete() returns trigger language plpgsql as $body$ begin
        if old.seal_number > coalesce((select (value::json ->> 'number')::bigint from setting where name = 'audit.start'), 0) then
          raise exception 'sealed audit rows are deleted by retention only'; end if;
        return old; end $body$`,
      `create trigger audit_sealed_update before update on audit for each row when (old.seal_number is not null) execute function ` +
        `audit_refuse()`,
      `create trigger audit_sealed_delete before delete on audit for each row when (old.seal_number is not null) execute function ` +
        `audit_refuse_delete()`,
      `create trigger audit_sealed_truncate before truncate on audit for each statement execute function audit_refuse()`,
    ],
  },
  {
    name: "core/0006-discovery",
    statements: [
      `create table scan (
        id text collate "C" primary key, network_id text collate "C" not null references network (id), rule_id text collate "C",
        status text collate "C" not null,
        scan_type text collate "C" not null, plan text collate "C" not null, done text collate "C" not null,
        skipped text collate "C" not null, lease text collate "C", lease_until text collate "C",
        attempts integer not null, created_at text collate "C" not null, doc text collate "C" not null)`,
      `create unique index scan_active on scan (network_id) where status in ('pending', 'running')`,
      `create index scan_waiting on scan (status, lease_until) where status in ('pending', 'running')`,
      `create index scan_network on scan (network_id, created_at, id)`,
      `create index scan_time on scan (created_at, id)`,
      `create table discovered_device (
        id text collate "C" primary key, network_id text collate "C" not null references network (id), ip_key text collate "C" not null,
        status text collate "C" not null,
        last_seen text collate "C" not null, promoted_to_device_id text collate "C", doc text collate "C" not null)`,
      `create unique index discovered_device_address on discovered_device (network_id, ip_key)`,
      `create index discovered_device_promoted on discovered_device (promoted_to_device_id) where promoted_to_device_id is not null`,
      `create table discovery_rule (
        id text collate "C" primary key, network_id text collate "C" not null references network (id), scan_type text collate "C" not null,
        due_at text collate "C",
        created_at text collate "C" not null, doc text collate "C" not null)`,
      `create unique index discovery_rule_network on discovery_rule (network_id, scan_type)`,
      `create index discovery_rule_due on discovery_rule (due_at) where due_at is not null`,
    ],
  },
  {
    // The log is read in this order, page by page.
    name: "core/0007-event-order",
    statements: [`create index event_order on event (txid, seq)`],
  },
  {
    // Who wrote a row, and the proof of it. The index holds sealed rows only: a change pays for none.
    name: "core/0008-audit-proof",
    statements: [
      `alter table audit add column writer text collate "C", add column writer_number bigint, add column witness text, add column ` +
        `code text`,
      `create unique index audit_writer on audit (writer, writer_number) where seal_number is not null and writer is not null`,
      `delete from setting where name = 'audit.lease'`,
    ],
  },
  {
    // Keys compare by code point on both ends of a foreign key: where they differ, no index serves a join. An index is built
    // anew for each column, and no table is rewritten. The range is for the constraint pool_overlap (rule-constraints.ts).
    name: "core/0009-keys-by-code-point",
    statements: [
      `alter table network alter column datacenter_id type text collate "C"`,
      `alter table pool alter column network_id type text collate "C"`,
      `alter table device alter column datacenter_id type text collate "C"`,
      `alter table address alter column device_id type text collate "C", alter column network_id type text collate "C", alter column ` +
        `pool_id type text collate "C"`,
      `alter table device_tag alter column device_id type text collate "C"`,
      `alter table device_domain alter column device_id type text collate "C"`,
      `alter table relationship alter column parent_id type text collate "C", alter column child_id type text collate "C", alter ` +
        `column type type text collate "C"`,
      `alter table allocation alter column pool_id type text collate "C", alter column device_id type text collate "C"`,
      `create type cadastre_key_range as range (subtype = text, collation = "C")`,
    ],
  },
  {
    // Those that a network which comes takes, and those that a datacenter which goes leaves behind: few, of very many.
    name: "core/0010-unlinked-addresses",
    statements: [`create index address_unlinked on address (space, ip_key) where network_id is null`],
  },
  {
    // The first answers to calls with a request key, for a day; and which addresses a key of a pool was given, for as long as
    // they are held and a month after.
    name: "core/0011-request-keys",
    statements: [
      `create table request_key (
        caller text collate "C" not null, key text collate "C" not null, part integer not null, request text collate "C" not null,
        answer text,
        created_at text collate "C" not null, primary key (caller, key, part))`,
      `create index request_key_age on request_key (created_at)`,
      `create table allocation_request_key (
        pool_id text collate "C" not null references pool (id), request_key text collate "C" not null, request text not null,
        addresses text not null,
        created_at text collate "C" not null, ended_at text collate "C", primary key (pool_id, request_key))`,
      `create index allocation_request_key_ended on allocation_request_key (ended_at) where ended_at is not null`,
      `insert into allocation_request_key (pool_id, request_key, request, addresses, created_at)
        select pool_id, request_key, min(request), json_agg(json_build_object('id', id, 'ip', ip)
        order by ip_key, id)::text, min(created_at)
        from allocation where request_key is not null group by pool_id, request_key`,
    ],
  },
  {
    // What search looks through is written anew by the host that starts next (verification/upkeep/search-text-upkeep.ts).
    name: "core/0012-search-text",
    statements: [
      `alter table datacenter add column search_text text not null default ''`,
      `alter table network add column search_text text not null default ''`,
      `create index relationship_time on relationship (created_at desc, parent_id, child_id, type)`,
      `create index conflict_active on conflict (detected_at, id) where status = 'active'`,
    ],
  },
  {
    // Conflicts name allocations, and pools do not hand out the subnet-router anycast address (RFC 4291 §2.6.1): the first of an
    // IPv6 subnet shorter than /127, whose last hexadecimal digit is 0, 4, 8 or c.
    name: "core/0013-two-holders",
    statements: [
      `update conflict set doc = substr(doc, 1, length(doc) - 1) || ',"allocation_ids":[]}' where doc not like '%"allocation_ids"%'`,
      `update pool set first_free = substr(start_key, 1, length(start_key) - 1) ||
          case substr(start_key, length(start_key)) when '0' then '1' when '4' then '5' when '8' then '9' else 'd' end
        where start_key like '6%' and exists (select 1 from network n where n.id = pool.network_id and n.first_key = pool.start_key
        and n.prefix_length < 127)`,
      `update pool set first_free = null, last_free = null where first_free > end_key`,
    ],
  },
  {
    // Here an index holds them since core/0005.
    name: "core/0014-audit-unsealed",
    statements: [],
  },
];
