import type { TestProject } from "vitest/node";
import { once } from "../once.ts";
import { startPostgres } from "../../packages/testing/src/postgres/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** For `new PostgresDatabases(…)`: the server which all tests of a run share. Each test file makes its own database. */
    postgresAdminUrl: string;
  }
}

/** Starts one PostgreSQL for all projects of a run that ask for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { value, done } = await once("postgresql", async () => {
    const server = await startPostgres();
    return { value: server.adminUrl, end: async () => await server.stop() };
  });
  project.provide("postgresAdminUrl", value);
  return done;
}
