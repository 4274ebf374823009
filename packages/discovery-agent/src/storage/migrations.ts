import type { DialectName, StorageMigration } from "@cadastre/inventory-core";

/**
 * Both dialects take the same text, but for the type of a `key`: text that is looked up or ordered by, and compares by code point on
 * both. What an agent serves goes with the network or datacenter.
 */
function tables(key: string): readonly string[] {
  return [
    `create table agent (
      id ${key} primary key, name ${key} not null, name_key ${key} not null unique, labels text not null, scanners text not null,
      version text not null, token_id ${key} not null, token_hash ${key} not null unique, instance ${key}, remote_address text,
      last_seen_at ${key}, second_instance ${key}, second_address text, second_seen_at ${key}, created_at text not null,
      updated_at text not null)`,
    `create index agent_name on agent (name, id)`,

    `create table agent_network (
      network_id ${key} primary key references network (id) on delete cascade,
      agent_id ${key} not null references agent (id) on delete cascade)`,
    `create index agent_network_agent on agent_network (agent_id)`,

    `create table agent_datacenter (
      datacenter_id ${key} primary key references datacenter (id) on delete cascade,
      agent_id ${key} not null references agent (id) on delete cascade)`,
    `create index agent_datacenter_agent on agent_datacenter (agent_id)`,
  ];
}

const migrations = (key: string): readonly StorageMigration[] => [
  { name: "discovery-agent/0001-agents", compatibility: "additive", statements: tables(key) },
  {
    name: "discovery-agent/0002-token-permissions",
    compatibility: "additive",
    // Agents of before keep what they are sent.
    statements: [`alter table agent add column token_permissions text not null default '["snmp:update","lease-source:update"]'`],
  },
];

/** What brings a database of either dialect to the newest version. */
export const agentMigrations: Readonly<Record<DialectName, readonly StorageMigration[]>> = {
  sqlite: migrations("text"),
  postgresql: migrations('text collate "C"'),
};
