import type { DialectName, StorageMigration } from "@cadastre/inventory-core";

/** Both dialects take the same text, but for the type of what is looked up or ordered by. */
const migrations = (key: string): readonly StorageMigration[] => [
  {
    name: "snmp/0001-devices",
    statements: [
      `create table snmp_device (
        id ${key} primary key, name ${key} not null, enabled integer not null, credentials text not null, doc text not null)`,
      `create index snmp_device_name on snmp_device (name, id)`,
    ],
  },
  {
    name: "snmp/0002-hearings",
    compatibility: "additive",
    statements: [
      `create table snmp_hearing (
        device_id ${key} primary key references snmp_device (id) on delete cascade,
        network_id ${key} not null references network (id) on delete cascade, asked_at ${key} not null, heard text not null)`,
      `create index snmp_hearing_network on snmp_hearing (network_id)`,
    ],
  },
];

/** What brings a database of either dialect to the newest version. */
export const snmpMigrations: Readonly<Record<DialectName, readonly StorageMigration[]>> = {
  sqlite: migrations("text"),
  postgresql: migrations('text collate "C"'),
};
