import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describeStorage, PostgresDatabases } from "@cadastre/inventory-core/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { inject } from "vitest";

describeStorage({
  name: "sqlite in a file",
  createStorage: async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-storage-"));
    const file = join(folder, "inventory.db");
    return { storage: sqlite(file), again: () => sqlite(file), dispose: async () => await rm(folder, { recursive: true, force: true }) };
  },
});

describeStorage({ name: "sqlite in memory", createStorage: () => ({ storage: sqlite(":memory:") }) });

describeStorage({
  name: "postgresql",
  createStorage: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return {
      storage: postgresql(database.url),
      again: () => postgresql(database.url),
      dispose: async () => await database[Symbol.asyncDispose](),
    };
  },
});

describeStorage({
  name: "postgresql in a schema of its own",
  createStorage: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const storage = () => postgresql({ url: database.url, schema: "Own schema" });
    return { storage: storage(), again: storage, dispose: async () => await database[Symbol.asyncDispose]() };
  },
});

describeStorage({
  name: "postgresql on a pool that the application has open",
  createStorage: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    // The database is dropped under connections that are still closing.
    const pool = new Pool({ connectionString: database.url }).on("error", () => {});
    const storage = () => postgresql({ pool, schema: "cadastre" });
    return {
      storage: storage(),
      again: storage,
      dispose: async () => {
        await pool.end();
        await database[Symbol.asyncDispose]();
      },
    };
  },
});
