// Subpath ./postgresql: the complete public surface.
export { postgresql, type PostgresqlOptions } from "./postgresql-storage.ts";
export { copyToPostgresql, type CopiedTable, type CopyOptions, CopyRefused } from "./upkeep/postgresql-copy.ts";
export { type PostgresqlState, postgresqlState } from "./upkeep/postgresql-state.ts";
export { type PostgresqlHost, postgresqlHosts } from "./upkeep/postgresql-hosts.ts";
