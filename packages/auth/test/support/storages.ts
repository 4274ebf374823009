import type { Storage } from "@cadastre/inventory-core";
import { newDatabase } from "../../../../testing/databases.ts";
import type { StorageName } from "../../../../testing/storages.ts";

/** An empty database that several hosts may open, one after the other or at once. */
export interface TestDatabase {
  open(): Storage;
  drop(): Promise<void>;
}

export async function createDatabase(dialect: StorageName): Promise<TestDatabase> {
  const database = await newDatabase(dialect);
  return { open: database.storage, drop: async () => await database[Symbol.asyncDispose]() };
}
