import type { TestProject } from "vitest/node";
import { startPostgres } from "../src/testing/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** For `new PostgresDatabases(…)`: the server which all tests of a run share. Each test file makes its own database. */
    postgresAdminUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresAdminUrl", server.adminUrl);
  return async () => await server.stop();
}
