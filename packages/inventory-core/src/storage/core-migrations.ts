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
];

/** {@link MIGRATIONS} in the words of a database. */
export function sharedMigrations(dialect: DialectName): readonly StorageMigration[] {
  return MIGRATIONS.map((migration) => ({
    ...migration,
    statements: migration.statements.map((statement) => statement.replaceAll("{text}", TEXT[dialect])),
  }));
}
