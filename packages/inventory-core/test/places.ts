import type { Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/inventory-core/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

/** One database, which any number of storages open. */
export interface Place extends AsyncDisposable {
  readonly storage: () => Storage;
  readonly url: string;
}

/** A new database of each kind. */
export const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  [
    "sqlite",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "cadastre-faults-"));
      const url = join(folder, "inventory.db");
      return { storage: () => sqlite(url), url, [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true }) };
    },
  ],
  [
    "postgresql",
    async () => {
      const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
      return {
        storage: () => postgresql(database.url),
        url: database.url,
        [Symbol.asyncDispose]: async () => await database[Symbol.asyncDispose](),
      };
    },
  ],
];
