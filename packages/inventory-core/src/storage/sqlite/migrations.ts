import type { StorageMigration } from "../../contract/storage/storage.ts";
import { NETWORK_FULLNESS } from "../measures/fullness.ts";

/** The core's tables on SQLite. */
export const sqliteMigrations: readonly StorageMigration[] = [
  {
    name: "core/0001-inventory",
    statements: [
      `create table datacenter (
        id text not null primary key, space integer not null unique, name text not null, name_key text not null, location text not null,
        description text not null, created_at text not null, updated_at text not null, doc text not null)`,
      `create index datacenter_name on datacenter (name, id)`,

      `create table network (
        id text not null primary key, space integer not null, name text not null, name_key text not null, subnet text not null,
        first_key text not null, last_key text not null, prefix_length integer not null, cidr_key text not null, vlan_id integer,
        datacenter_id text references datacenter (id), description text not null, used_count integer not null,
        created_at text not null, updated_at text not null, doc text not null)`,
      `create index network_name on network (name, id)`,
      `create index network_cidr on network (space, cidr_key)`,
      `create index network_datacenter on network (datacenter_id, name, id)`,

      `create table pool (
        id text not null primary key, network_id text not null references network (id), name text not null, start_ip text not null,
        end_ip text not null, start_key text not null, end_key text not null, first_free text, last_free text, description text not null,
        tags text not null,
        used_count integer not null, held_count integer not null, created_at text not null, updated_at text not null,
        doc text not null)`,
      `create index pool_range on pool (network_id, start_key)`,

      `create table device (
        seq integer primary key autoincrement, id text not null unique, name text not null, name_key text not null, hostname text not null,
        description text not null, make_model text not null, os text not null, datacenter_id text references datacenter (id),
        username text not null, location text not null, status text not null, search_text text not null,
        created_at text not null, updated_at text not null, doc text not null)`,
      `create index device_name on device (name, id)`,
      `create index device_datacenter on device (datacenter_id, name, id)`,
      `create index device_status on device (status, name, id)`,
      `create virtual table device_search using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
      `create trigger device_search_insert after insert on device begin
        insert into device_search (rowid, text) values (new.seq, new.search_text); end`,
      `create trigger device_search_update after update of search_text on device when old.search_text <> new.search_text begin
        delete from device_search where rowid = old.seq;
        insert into device_search (rowid, text) values (new.seq, new.search_text); end`,
      `create trigger device_search_delete after delete on device begin
        delete from device_search where rowid = old.seq; end`,

      `create table address (
        id text not null primary key, device_id text not null references device (id), position integer not null, space integer not null,
        ip text not null, ip_key text not null, port integer, type text not null, label text not null,
        network_id text references network (id), switch_port text not null, pool_id text references pool (id))`,
      `create index address_key on address (space, ip_key)`,
      `create index address_device on address (device_id, position)`,
      `create index address_network on address (network_id, device_id)`,
      `create index address_pool on address (pool_id)`,

      `create table device_tag (
        device_id text not null references device (id), tag text not null, position integer not null,
        primary key (tag, device_id)) without rowid`,
      `create index device_tag_device on device_tag (device_id, position)`,

      `create table device_domain (
        device_id text not null references device (id), position integer not null, domain text not null,
        primary key (device_id, position)) without rowid`,

      `create table relationship (
        parent_id text not null references device (id), child_id text not null references device (id), type text not null,
        created_at text not null, doc text not null, primary key (parent_id, child_id, type)) without rowid`,
      `create index relationship_child on relationship (child_id)`,

      `create table allocation (
        id text not null primary key, pool_id text not null references pool (id), space integer not null, ip text not null,
        ip_key text not null, status text not null, request_key text, request text not null, note text not null,
        device_id text references device (id), created_at text not null, expires_at text, doc text not null)`,
      `create index allocation_key on allocation (space, ip_key)`,
      `create index allocation_pool on allocation (pool_id, ip_key)`,
      `create index allocation_request on allocation (pool_id, request_key)`,
      `create index allocation_expiry on allocation (expires_at)`,
      `create index allocation_device on allocation (device_id)`,

      `create table taken_run (
        space integer not null, lo text not null, hi text not null, nx text, primary key (space, lo)) without rowid`,

      `create table event (
        seq integer primary key autoincrement, txid integer not null default 0, id text not null unique, event text not null,
        record_id text not null, occurred_at text not null, data text not null)`,
      `create index event_time on event (occurred_at)`,

      `create table audit (
        seq integer primary key autoincrement, id text not null unique, timestamp text not null, action text not null,
        resource text not null, resource_id text, user_id text, username text not null, ip_address text, source text not null,
        status text not null, error text not null, changes text not null, request_id text)`,
      `create index audit_time on audit (timestamp)`,

      `create table setting (name text not null primary key, value text not null) without rowid`,
    ],
  },
  {
    name: "core/0002-conflicts",
    statements: [
      `create table conflict (
        id text not null primary key, type text not null, status text not null, space integer not null, subject text not null,
        detected_at text not null, doc text not null)`,
      `create unique index conflict_open on conflict (type, space, subject) where status <> 'resolved'`,
      `create index conflict_time on conflict (detected_at, id)`,
    ],
  },
  {
    // Fewer pages for each change: rows live in the tree of their key, and indexes leave out what nobody looks up by.
    name: "core/0003-lighter-writes",
    statements: [
      `create table allocation_new (
        id text not null primary key, pool_id text not null references pool (id), space integer not null, ip text not null,
        ip_key text not null, status text not null, request_key text, request text not null, note text not null,
        device_id text references device (id), created_at text not null, expires_at text, doc text not null) without rowid`,
      `insert into allocation_new select id, pool_id, space, ip, ip_key, status, request_key, request, note, device_id, created_at, ` +
        `expires_at, doc from allocation order by id`,
      `drop table allocation`,
      `alter table allocation_new rename to allocation`,
      `create index allocation_key on allocation (space, ip_key)`,
      `create index allocation_pool on allocation (pool_id, ip_key)`,
      `create index allocation_request on allocation (pool_id, request_key) where request_key is not null`,
      `create index allocation_expiry on allocation (expires_at) where expires_at is not null`,
      `create index allocation_space_expiry on allocation (space, expires_at) where expires_at is not null`,
      `create index allocation_device on allocation (device_id) where device_id is not null`,

      `create table address_new (
        id text not null primary key, device_id text not null references device (id), position integer not null, space integer not null,
        ip text not null, ip_key text not null, port integer, type text not null, label text not null,
        network_id text references network (id), switch_port text not null, pool_id text references pool (id)) without rowid`,
      `insert into address_new select id, device_id, position, space, ip, ip_key, port, type, label, network_id, switch_port, ` +
        `pool_id from address order by id`,
      `drop table address`,
      `alter table address_new rename to address`,
      `create index address_key on address (space, ip_key)`,
      `create index address_device on address (device_id, position)`,
      `create index address_network on address (network_id, device_id) where network_id is not null`,
      `create index address_pool on address (pool_id) where pool_id is not null`,

      `create table audit_new (
        seq integer primary key, id text not null, timestamp text not null, action text not null,
        resource text not null, resource_id text, user_id text, username text not null, ip_address text, source text not null,
        status text not null, error text not null, changes text not null, request_id text)`,
      `insert into audit_new select seq, id, timestamp, action, resource, resource_id, user_id, username, ip_address, source, ` +
        `status, error, changes, request_id from audit order by seq`,
      `drop table audit`,
      `alter table audit_new rename to audit`,
      `create index audit_time on audit (timestamp)`,
    ],
  },
  {
    // Counts of requests that hosts have in common. The HTTP edge owns them; they are here so that programs without it open the database.
    name: "core/0004-rate-limits",
    statements: [
      `create table http_rate_window (client text not null, ends_at bigint not null, points integer not null, primary key (client, ` +
        `ends_at))`,
      `create index http_rate_window_end on http_rate_window (ends_at)`,
      `create table http_exact_limit (client text primary key, ends_at bigint not null, points integer not null)`,
      `create index http_exact_limit_end on http_exact_limit (ends_at)`,
    ],
  },
  {
    // Sealing writes these; a change writes none of the indexes, which leave out what is not sealed.
    name: "core/0005-audit-seal",
    statements: [
      `alter table audit add column seal_number integer`,
      `alter table audit add column seal_key text`,
      `alter table audit add column seal_row text`,
      `alter table audit add column seal text`,
      `create unique index audit_sealed on audit (seal_number) where seal_number is not null`,
      `create index audit_id on audit (id) where seal_number is not null`,
      `create trigger audit_sealed_update before update on audit when old.seal_number is not null begin
        select raise(abort, 'sealed audit rows are not changed'); end`,
      `create trigger audit_sealed_delete before delete on audit when old.seal_number >
        coalesce((select cast(value ->> '$.number' as integer) from setting where name = 'audit.start'), 0) begin
        select raise(abort, 'sealed audit rows are deleted by retention only'); end`,
    ],
  },
  {
    name: "core/0006-discovery",
    statements: [
      `create table scan (
        id text not null primary key, network_id text not null references network (id), rule_id text, status text not null,
        scan_type text not null, plan text not null, done text not null, skipped text not null, lease text, lease_until text,
        attempts integer not null, created_at text not null, doc text not null) without rowid`,
      `create unique index scan_active on scan (network_id) where status in ('pending', 'running')`,
      `create index scan_waiting on scan (status, lease_until) where status in ('pending', 'running')`,
      `create index scan_network on scan (network_id, created_at, id)`,
      `create index scan_time on scan (created_at, id)`,
      `create table discovered_device (
        id text not null primary key, network_id text not null references network (id), ip_key text not null, status text not null,
        last_seen text not null, promoted_to_device_id text, doc text not null) without rowid`,
      `create unique index discovered_device_address on discovered_device (network_id, ip_key)`,
      `create index discovered_device_promoted on discovered_device (promoted_to_device_id) where promoted_to_device_id is not null`,
      `create table discovery_rule (
        id text not null primary key, network_id text not null references network (id), scan_type text not null, due_at text,
        created_at text not null, doc text not null) without rowid`,
      `create unique index discovery_rule_network on discovery_rule (network_id, scan_type)`,
      `create index discovery_rule_due on discovery_rule (due_at) where due_at is not null`,
    ],
  },
  {
    // Here the sequence is the order of the log, which the primary key has.
    name: "core/0007-event-order",
    statements: [],
  },
  {
    // Who wrote a row, and the proof of it. The index holds sealed rows only: a change pays for none.
    name: "core/0008-audit-proof",
    statements: [
      `alter table audit add column writer text`,
      `alter table audit add column writer_number integer`,
      `alter table audit add column witness text`,
      `alter table audit add column code text`,
      `create unique index audit_writer on audit (writer, writer_number) where seal_number is not null and writer is not null`,
      `delete from setting where name = 'audit.lease'`,
    ],
  },
  {
    // Here every text compares by code point.
    name: "core/0009-keys-by-code-point",
    statements: [],
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
        caller text not null, key text not null, part integer not null, request text not null, answer text,
        created_at text not null, primary key (caller, key, part)) without rowid`,
      `create index request_key_age on request_key (created_at)`,
      `create table allocation_request_key (
        pool_id text not null references pool (id), request_key text not null, request text not null, addresses text not null,
        created_at text not null, ended_at text, primary key (pool_id, request_key)) without rowid`,
      `create index allocation_request_key_ended on allocation_request_key (ended_at) where ended_at is not null`,
      `insert into allocation_request_key (pool_id, request_key, request, addresses, created_at)
        select pool_id, request_key, min(request), json_group_array(json_object('id', id, 'ip', ip)), min(created_at)
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
      `create index network_fullness on network (${NETWORK_FULLNESS.sqlite}) where used_count > 0`,
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
    // Rows without a seal are looked for wherever they are: those that a program with other keys passed over wait for theirs.
    name: "core/0014-audit-unsealed",
    statements: [`create index audit_unsealed on audit (seal_number) where seal_number is null`],
  },
];
