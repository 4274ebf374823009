import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";
import { postgresql } from "../packages/inventory-core/src/storage/postgresql/index.ts";
import { copyMigrated, migrationsKey } from "../packages/testing/src/postgres/migrated-copies.ts";
import { PostgresDatabases } from "../packages/testing/src/postgres/postgres-databases.ts";
import { begun, type TestDatabase } from "./copied-database.ts";
import { sqliteDatabase } from "./sqlite-database.ts";

/** A database of its own on the server of the run. */
export async function postgresqlDatabase(): Promise<TestDatabase> {
  const server = new PostgresDatabases(inject("postgresAdminUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = server.url(name);
  let made: Promise<void> | undefined;
  const open = (options: StorageOpenOptions): Promise<void> =>
    (made ??= copyMigrated(server, name, `template_${migrationsKey("postgresql", options)}`, options));
  return {
    url,
    storage: () => begun(postgresql(url), () => false, open),
    [Symbol.asyncDispose]: async () => await server.dropDatabase(name),
  };
}

/** A database of its own of either kind. */
export async function newDatabase(dialect: Storage["dialect"]): Promise<TestDatabase> {
  return dialect === "sqlite" ? await sqliteDatabase() : await postgresqlDatabase();
}
