import { postgresql } from "@cadastre/inventory-core/postgresql";
import { describeStorage, PostgresDatabases } from "@cadastre/testing";
import { Pool } from "pg";
import { describe, inject, it } from "vitest";

describeStorage({ describe, it }, "postgresql in a schema of its own", {
  createStorage: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const storage = () => postgresql({ url: database.url, schema: "Own schema" });
    return { storage: storage(), again: storage, dispose: async () => await database[Symbol.asyncDispose]() };
  },
});

describeStorage({ describe, it }, "postgresql on a pool that the application has open", {
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
