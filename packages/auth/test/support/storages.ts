import type { Storage } from "@cadastre/inventory-core";
import { newDatabase } from "../../../../testing/databases.ts";

export const DIALECTS = ["sqlite", "postgresql"] as const;

export type Dialect = (typeof DIALECTS)[number];

/** An empty database that several hosts may open, one after the other or at once. */
export interface TestDatabase {
  open(): Storage;
  drop(): Promise<void>;
}

export async function createDatabase(dialect: Dialect): Promise<TestDatabase> {
  const database = await newDatabase(dialect);
  return { open: database.storage, drop: async () => await database[Symbol.asyncDispose]() };
}
