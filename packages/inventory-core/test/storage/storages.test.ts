import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describeStorage, PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, inject, it } from "vitest";
import { STORAGES } from "../../../../testing/storages.ts";

if (STORAGES.includes("sqlite")) {
  describeStorage({ describe, it }, "sqlite in a file", {
    createStorage: async () => {
      const folder = await mkdtemp(join(tmpdir(), "cadastre-storage-"));
      const file = join(folder, "inventory.db");
      return { storage: sqlite(file), again: () => sqlite(file), dispose: async () => await rm(folder, { recursive: true, force: true }) };
    },
  });

  describeStorage({ describe, it }, "sqlite in memory", { createStorage: () => ({ storage: sqlite(":memory:") }) });
}

if (STORAGES.includes("postgresql")) {
  describeStorage({ describe, it }, "postgresql", {
    createStorage: async () => {
      const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
      return {
        storage: postgresql(database.url),
        again: () => postgresql(database.url),
        dispose: async () => await database[Symbol.asyncDispose](),
      };
    },
  });
}
