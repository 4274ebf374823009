// Loaded before src/on-postgresql.ts: without DATABASE_URL, a PostgreSQL of this process's own, gone when the process ends.
import { startPostgres } from "@cadastre/testing";

if (!process.env["DATABASE_URL"]) {
  const server = await startPostgres();
  process.env["DATABASE_URL"] = (await server.temporaryDatabase()).url;
}
