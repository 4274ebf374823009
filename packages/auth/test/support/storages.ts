import type { Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/inventory-core/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

export const DIALECTS = ["sqlite", "postgresql"] as const;

export type Dialect = (typeof DIALECTS)[number];

/** An empty database that several hosts may open, one after the other or at once. */
export interface TestDatabase {
  open(): Storage;
  drop(): Promise<void>;
}

export async function createDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (dialect === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-auth-"));
    return { open: () => sqlite(join(folder, "inventory.db")), drop: async () => await rm(folder, { recursive: true, force: true }) };
  }
  const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  return { open: () => postgresql(database.url), drop: async () => await database[Symbol.asyncDispose]() };
}
