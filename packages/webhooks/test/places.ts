import type { Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/inventory-core/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

/** An empty database that any number of hosts open, one after the other or at once. */
export interface Place extends AsyncDisposable {
  readonly storage: () => Storage;
}

async function sqliteFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-webhooks-"));
  return { storage: () => sqlite(join(folder, "inventory.db")), [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true }) };
}

async function postgresqlDatabase(): Promise<Place> {
  const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  return { storage: () => postgresql(database.url), [Symbol.asyncDispose]: async () => await database[Symbol.asyncDispose]() };
}

/** A new database of each kind. */
export const PLACES = [
  ["sqlite", sqliteFile],
  ["postgresql", postgresqlDatabase],
] as const;
