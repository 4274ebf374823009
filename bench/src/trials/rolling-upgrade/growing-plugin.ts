import type { Plugin, StorageMigration } from "@cadastre/inventory-core";

const first: StorageMigration = {
  name: "growing/0001-note",
  statements: ["create table growing_note (id text primary key, note text not null)"],
};

/**
 * Adds to the tables that are written all the time, in every way that is additive: columns with a default and without, a table with a
 * reference and an index. It has no service: what it is for is that its tables grow from one version to the next.
 */
const second: StorageMigration = {
  name: "growing/0002-grown",
  statements: [
    "alter table device add column growing_serial text not null default ''",
    "alter table address add column growing_remark text",
    "alter table conflict add column growing_remark text not null default ''",
    "alter table growing_note add column author text",
    "create table growing_asset (device_id text primary key references device (id) on delete cascade, tag text not null)",
    "create index growing_asset_tag on growing_asset (tag)",
    "create index device_growing_serial on device (growing_serial)",
  ],
  compatibility: "additive",
};

/** A plugin for config files; plain data, so that either version of the engine takes it. */
export function growingPlugin({ grown }: { readonly grown: boolean }): Plugin {
  const migrations = grown ? [first, second] : [first];
  return { id: "growing", engine: "*", model: { entities: [], migrations: { sqlite: migrations, postgresql: migrations } } };
}
