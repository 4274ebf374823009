// Subpath ./testing: the complete public surface.
export { FakeClock } from "./fake-clock.ts";
export { PostgresDatabases, type TemporaryDatabase } from "./postgres-databases.ts";
export { type PostgresServer, startPostgres } from "./postgres-server.ts";
