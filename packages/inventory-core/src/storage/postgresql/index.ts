// Subpath ./postgresql: PostgreSQL as a storage, and copies into it.
export { postgresql } from "./postgresql-storage.ts";
export { type MikroOrmInstance, type PostgresqlOptions, type PostgresqlPlace } from "./postgresql-place.ts";
export { type PostgresqlPool } from "./connection/given-pool.ts";
export { copyToPostgresql, type CopiedTable, type CopyOptions, CopyRefused } from "./upkeep/postgresql-copy.ts";
export { type PostgresqlState, postgresqlState } from "./upkeep/postgresql-state.ts";
export { type PostgresqlHost, postgresqlHosts } from "./upkeep/postgresql-hosts.ts";
