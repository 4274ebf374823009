import type { DialectName, StorageMigration } from "../contract/storage/storage.ts";
import { newDocumentVersion } from "./document-version.ts";

/** The type of a text that is compared by code point: `{text}` in a statement. */
const TEXT: Readonly<Record<DialectName, string>> = { sqlite: "text", postgresql: 'text collate "C"' };

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
    statements: [`create index audit_record on audit (resource_id, seq) where resource_id is not null`],
  },
];

/** {@link MIGRATIONS} in the words of a database. */
export function sharedMigrations(dialect: DialectName): readonly StorageMigration[] {
  return MIGRATIONS.map((migration) => ({
    ...migration,
    statements: migration.statements.map((statement) => statement.replaceAll("{text}", TEXT[dialect])),
  }));
}
