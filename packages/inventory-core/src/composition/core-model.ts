import type { StoredModel } from "../contract/storage.ts";
import { DatacenterEntity } from "../datacenters/datacenter.entity.ts";
import { postgresqlMigrations } from "../storage/postgresql/migrations.ts";
import { sqliteMigrations } from "../storage/sqlite/migrations.ts";

/** What the core stores. */
export const coreModel: StoredModel = {
  entities: [DatacenterEntity],
  migrations: { sqlite: sqliteMigrations, postgresql: postgresqlMigrations },
};
